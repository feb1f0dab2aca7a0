import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock } from '../../../../src/kernel/clock.ts';
import { createFaultPlan, type FaultPlanOptions } from './fault-plan.ts';
import { type FrameFaultRates, faultProfiles, type RequestFaultRates } from './fault-rates.ts';

const clock = fixedClock(Date.UTC(2026, 4, 1));
const plan = (options: Partial<FaultPlanOptions> = {}) =>
  createFaultPlan({ seed: 'faults', rates: 'heavy', clock, ...options });

/** A plan in which one fault befalls every frame. */
const always = (kind: keyof FrameFaultRates) =>
  plan({
    rates: { ...faultProfiles.none, frames: { ...faultProfiles.none.frames, [kind]: 1 } },
  });

/** Alternates connections and requests, and records their faults. */
function run(seed: string, rates: FaultPlanOptions['rates'], frames = 400) {
  const faults = plan({ seed, rates });
  const reported: unknown[] = [faults.skewMs];
  for (let round = 0; round < 5; round++) {
    const connection = faults.connect();
    for (let frame = 0; frame < frames; frame++) {
      const delivery = connection?.onFrame('trades', JSON.stringify({ round, frame, text: 'x'.repeat(50) }));
      reported.push(delivery, faults.onRequest(['meta', 'userFillsByTime'][frame % 2]!));
      if (delivery?.ends === 'all') faults.storm();
    }
    connection?.end();
  }
  return { told: reported, log: faults.log };
}

test('the same seed and the same events give the same faults, another seed gives others', () => {
  const [first, again, other] = ['a', 'a', 'b'].map((seed) => run(seed, 'heavy'));
  assert.deepEqual(first!.told, again!.told);
  assert.deepEqual(first!.log.records, again!.log.records);
  assert.notDeepEqual(first!.log.records, other!.log.records);
});

test('what befalls one connection or one type of request does not depend on the others', () => {
  const [alone, beside] = [plan(), plan()];
  const sent = (faults: ReturnType<typeof plan>, noise: number) => {
    const connection = faults.connect()!;
    return Array.from({ length: 300 }, (_, frame) => {
      for (let i = 0; i < noise; i++) faults.onRequest('meta');
      return [connection.onFrame('trades', `{"frame":${frame}}`), faults.onRequest('userRole')];
    });
  };
  assert.deepEqual(sent(alone, 0), sent(beside, 3));
});

test('without faults everything arrives as it was sent', () => {
  const { told: reported, log } = run('a', 'none');
  assert.deepEqual(log.records, []);
  assert.equal(reported[0], 0);
  for (const delivery of reported.slice(1).filter((entry) => entry !== undefined)) {
    assert.equal((delivery as { texts: string[] }).texts.length, 1);
  }
});

test('each fault comes as often as its rate says', () => {
  const { log } = run('often', 'heavy', 4_000);
  const frames = 20_000;
  for (const kind of ['duplicate', 'reorder', 'late', 'gap', 'malformed'] as const) {
    const expected = frames * faultProfiles.heavy.frames[kind];
    // A half-open connection takes no further part: five connections may all go that way.
    assert.ok(log.count(kind) <= 1.3 * expected, `${kind}: ${log.count(kind)}`);
  }
  for (const kind of ['slow', 'serverError', 'tooMany', 'lost', 'garbled'] as const) {
    const expected = frames * faultProfiles.heavy.requests[kind];
    assert.ok(Math.abs(log.count(kind) - expected) < 0.1 * expected, `${kind}: ${log.count(kind)}`);
  }
});

test('requests are answered late, with a 5xx or a 429, not at all, or cut', () => {
  const only = (kind: keyof RequestFaultRates) => {
    const { none } = faultProfiles;
    const faults = plan({ rates: { ...none, requests: { ...none.requests, [kind]: 1 } } });
    return Array.from({ length: 50 }, () => faults.onRequest('meta')!);
  };
  assert.ok(only('slow').every(({ delayMs }) => delayMs! >= 100 && delayMs! < 3_100));
  assert.deepEqual(
    [...new Set(only('serverError').map(({ status }) => status))].sort(),
    [500, 502, 503, 504],
  );
  for (const [kind, fault] of [
    ['tooMany', { status: 429 }],
    ['lost', { drop: true }],
    ['garbled', { malformed: true }],
  ] as const) {
    assert.deepEqual(only(kind), Array(50).fill(fault));
  }
});

test('every frame arrives, or the log holds it as lost', () => {
  const { frames } = faultProfiles.heavy;
  const rates = { ...faultProfiles.heavy, frames: { ...frames, halfOpen: 0 } };
  for (const seed of ['1', '2', '3', '4', '5']) {
    const faults = plan({ seed, rates });
    const connection = faults.connect()!;
    const sent = Array.from({ length: 2_000 }, (_, frame) => JSON.stringify({ frame }));
    const arrived = new Set(sent.flatMap((text) => connection.onFrame('trades', text).texts));
    connection.end();
    const lost = faults.log.records.flatMap(({ lost }) => lost ?? []);
    assert.ok(lost.length > 0);
    assert.deepEqual(new Set([...sent.filter((text) => arrived.has(text)), ...lost]), new Set(sent));
    for (const text of lost) assert.ok(!arrived.has(text), text);
  }
});

test('a frame out of order comes after its successor; a late one at the latest with the next pong', () => {
  const swapped = always('reorder').connect()!;
  assert.deepEqual(
    ['1', '2', '3'].map((text) => swapped.onFrame('bbo', text).texts),
    [[], ['1'], ['2']],
  );
  const late = always('late').connect()!;
  assert.deepEqual(late.onFrame('bbo', '1').texts, []);
  assert.deepEqual(late.onControl('pong').texts, ['pong', '1']);
});

test('nothing more comes on a half-open connection, not even a pong', () => {
  const connection = always('halfOpen').connect()!;
  assert.deepEqual(connection.onFrame('bbo', '1'), { texts: ['1'] });
  assert.deepEqual(connection.onFrame('bbo', '2'), { texts: [] });
  assert.deepEqual(connection.onControl('pong'), { texts: [] });
});

test('after a storm one to five attempts are refused, then the next is taken', () => {
  const faults = plan();
  const refused = Array.from({ length: 50 }, () => {
    faults.storm();
    let attempts = 0;
    while (faults.connect() === undefined) attempts += 1;
    return attempts;
  });
  assert.deepEqual([...new Set(refused)].sort(), [1, 2, 3, 4, 5]);
});

test('after its end nothing goes wrong any more, and what was held back still arrives', () => {
  const faults = always('late');
  const connection = faults.connect()!;
  assert.deepEqual(connection.onFrame('trades', '1').texts, []);
  faults.storm();
  faults.end();
  assert.ok(faults.connect() !== undefined);
  const texts = Array.from({ length: 20 }, (_, frame) => connection.onFrame('trades', `${frame + 2}`).texts);
  assert.deepEqual(new Set(texts.flat()), new Set(Array.from({ length: 21 }, (_, frame) => `${frame + 1}`)));
  assert.equal(faults.log.count('late'), 1);
  assert.equal(faults.onRequest('meta'), undefined);
});

test('the clock is off by no more than the profile says, either way', () => {
  const skews = Array.from({ length: 200 }, (_, seed) => plan({ seed: `${seed}`, rates: 'mild' }).skewMs);
  assert.ok(skews.every((skewMs) => Math.abs(skewMs) <= 500));
  assert.ok(skews.some((skewMs) => skewMs < -250) && skews.some((skewMs) => skewMs > 250));
});
