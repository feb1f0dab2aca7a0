import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyedFlights, singleFlight } from './single-flight.ts';

/** Work whose runs end when the test says so. */
function stage() {
  const runs: PromiseWithResolvers<number>[] = [];
  const work = () => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}

test('callers share the run under way, and the next caller starts another', async () => {
  const { runs, work } = stage();
  const flight = singleFlight(work);
  assert.equal(flight.isRunning, false);
  const pending = [flight.run(), flight.run()];
  assert.equal(flight.isRunning, true);
  runs[0]!.resolve(1);
  assert.deepEqual(await Promise.all(pending), [1, 1]);
  assert.equal(flight.isRunning, false);
  const next = flight.run();
  runs[1]!.resolve(2);
  assert.equal(await next, 2);
});

test('a fault is that of the callers of its run, and not of the next one', async () => {
  const { runs, work } = stage();
  const flight = singleFlight(work);
  const pending = [flight.run(), flight.run()];
  runs[0]!.reject(new Error('away'));
  for (const one of pending) await assert.rejects(one, /away/);
  const next = flight.run();
  runs[1]!.resolve(2);
  assert.equal(await next, 2);
});

test('a next run begins after the call, once for all who wait for it, also where the one before fails', async () => {
  const { runs, work } = stage();
  const flight = singleFlight(work);
  const first = flight.run();
  const next = [flight.runNext(), flight.runNext()];
  assert.equal(runs.length, 1);
  runs[0]!.reject(new Error('away'));
  await assert.rejects(first, /away/);
  await Promise.resolve();
  assert.equal(runs.length, 2);
  runs[1]!.resolve(2);
  assert.deepEqual(await Promise.all(next), [2, 2]);
});

test('the end of a run is its end, also where it fails, and at once where there is none', async () => {
  const { runs, work } = stage();
  const flight = singleFlight(work);
  await flight.ended();
  const [pending, ended] = [flight.run(), flight.ended()];
  runs[0]!.reject(new Error('away'));
  await ended;
  assert.equal(flight.isRunning, false);
  await assert.rejects(pending, /away/);
});

test('each key has a run of its own', async () => {
  const { runs, work } = stage();
  const flights = keyedFlights<number>();
  const pending = [flights.run('a', work), flights.run('b', work), flights.run('a', work)];
  assert.equal(runs.length, 2);
  assert.equal(flights.size, 2);
  assert.equal(flights.get('a'), pending[0]);
  runs[0]!.resolve(1);
  runs[1]!.reject(new Error('away'));
  assert.equal(await pending[2], 1);
  await assert.rejects(pending[1]!, /away/);
  assert.equal(flights.size, 0);
  assert.equal(flights.get('b'), undefined);
});
