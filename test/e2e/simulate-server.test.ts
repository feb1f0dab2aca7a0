import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { HttpTransport, InfoClient, SubscriptionClient, WebSocketTransport } from '@nktkas/hyperliquid';
import { runCommand, startCommand } from './command.ts';

const small = ['--port', '0', '--wallets', '40', '--coins', '3', '--start', '2026-05-01', '--history', '10m'];

async function startSimulated(...args: string[]) {
  const command = startCommand(['simulate-server', ...small, ...args]);
  await Promise.race([once(command.child.stdout!, 'data'), command.ended]);
  const ready = /^simulated exchange ready at (http:\S+)\/info and (ws:\S+)\n$/;
  const [, url, wsUrl] = ready.exec(command.written.stdout) ?? [];
  assert.ok(url && wsUrl, JSON.stringify(command.written));
  return { ...command, url, wsUrl };
}

test('an exchange of its own goes with the clock over HTTP and WebSocket, and ends on SIGTERM', async () => {
  const { url, wsUrl, child, ended } = await startSimulated('--fills-per-second', '50');
  const info = new InfoClient({ transport: new HttpTransport({ apiUrl: url }) });
  const socket = new WebSocketTransport({ url: wsUrl });
  try {
    const first = await info.l2Book({ coin: 'BTC' });
    assert.ok(first!.time >= Date.UTC(2026, 4, 1, 0, 9));
    const subscriptions = new SubscriptionClient({ transport: socket });
    const later = Promise.withResolvers<number>();
    await subscriptions.l2Book({ coin: 'BTC' }, ({ time }) => time > first!.time && later.resolve(time));
    assert.ok((await later.promise) < Date.UTC(2026, 4, 1, 1));
  } finally {
    await socket.close();
    child.kill('SIGTERM');
  }
  const { code, stderr } = await ended;
  assert.equal(code, 0);
  assert.match(stderr, /^SIGTERM: stopping; once more ends at once\n$/m);
});

test('under one seed and start the same history is served, under another one a different', async () => {
  const historyOf = async (seed: string) => {
    const { url, child, ended } = await startSimulated('--seed', seed);
    const info = new InfoClient({ transport: new HttpTransport({ apiUrl: url }) });
    const candles = await info.candleSnapshot({
      coin: 'BTC',
      interval: '1m',
      startTime: 0,
      endTime: Date.UTC(2026, 4, 1, 0, 8),
    });
    child.kill('SIGTERM');
    await ended;
    return candles;
  };
  const [first, again, other] = await Promise.all(['a', 'a', 'b'].map(historyOf));
  assert.ok(first!.length > 5);
  assert.deepEqual(first, again);
  assert.notDeepEqual(first, other);
});

test('wrong options are named with what would be right', async () => {
  const cases: [string[], RegExp][] = [
    [['--port', '70000'], /--port must be an integer from 0 to 65535, not '70000'/],
    [['--fills-per-second', '0'], /--fills-per-second must be a number from 0\.001 to 5000, not '0'/],
    [['--history', '90d'], /--history must be 30d at most, not '90d'/],
    [['--start', 'yesterday'], /--start must be a date from 2023-03-01 to 2098-12-31/],
    [['--faults', 'some'], /Allowed choices are none, mild, heavy/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await runCommand(['simulate-server', ...args]);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, message);
  }
});
