import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { HttpTransport, InfoClient, SubscriptionClient, WebSocketTransport } from '@nktkas/hyperliquid';
import { until } from '../until.ts';
import { runCommand, startCommand } from './command.ts';

const small = ['--port', '0', '--wallets', '40', '--coins', '3', '--start', '2026-05-01', '--history', '10m'];

async function startSimulated(...args: string[]) {
  const command = startCommand(['simulate-server', ...small, ...args]);
  await Promise.race([once(command.child.stdout!, 'data'), command.ended]);
  const ready =
    /^simulated exchange ready at (http:\S+)\/info and (ws:\S+)\n(?:its node writes \S+ and answers at (\S+)\n)?$/;
  const [, url, wsUrl, infoUrl] = ready.exec(command.written.stdout) ?? [];
  assert.ok(url && wsUrl, JSON.stringify(command.written));
  return { ...command, url, wsUrl, infoUrl };
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
  assert.match(stderr, /^SIGTERM: stopping; repeat to end at once\n$/m);
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

test('a node writes its directory beside it, answers states, and goes on after a kill', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-node-dir-'));
  const dir = join(root, 'data');
  const truth = join(root, 'truth.json');
  const args = ['--node-dir', dir, '--node-info-port', '0', '--node-truth', truth];
  try {
    const first = await startSimulated(...args);
    const body = JSON.stringify({ type: 'clearinghouseState', user: `0x${'0'.repeat(40)}` });
    const ask = (type: string) =>
      fetch(`${first.infoUrl}`, { method: 'POST', body: type === '' ? body : JSON.stringify({ type }) });
    assert.ok('assetPositions' in ((await (await ask('')).json()) as object));
    assert.equal((await ask('exchangeStatus')).status, 200);
    assert.equal((await ask('allMids')).status, 422);
    const hour = join(dir, 'node_fills_by_block', 'hourly', '20260501', '0');
    const numbers = () =>
      readFileSync(hour, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => (JSON.parse(line) as { block_number: number }).block_number);
    const before = numbers().length;
    await until('lines', () => numbers().length > before + 10);
    first.child.kill('SIGKILL');
    await first.ended;
    const left = numbers().at(-1)!;
    const { child, ended } = await startSimulated(...args);
    await until('more lines', () => numbers().at(-1)! > left + 10);
    child.kill('SIGTERM');
    await ended;
    const jumps = numbers().filter((number, index, all) => index > 0 && number !== all[index - 1]! + 1);
    assert.equal(jumps.length, 1);
    const reported = JSON.parse(readFileSync(truth, 'utf8')) as { kinds: Record<string, { gaps: object[] }> };
    assert.deepEqual(reported.kinds.node_fills_by_block!.gaps, []);
    const { code, stderr } = await runCommand([
      'simulate-server',
      ...small,
      '--seed',
      'other',
      '--node-dir',
      dir,
    ]);
    assert.equal(code, 1);
    assert.match(stderr, /holds files of an exchange with seed 1, not other; name another directory/);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('wrong options are named with what would be right', async () => {
  const cases: [string[], RegExp][] = [
    [['--port', '70000'], /--port must be an integer from 0 to 65535, not '70000'/],
    [['--fills-per-second', '0'], /--fills-per-second must be a number from 0\.001 to 5000, not '0'/],
    [['--history', '90d'], /--history must be 30d at most, not '90d'/],
    [['--start', 'yesterday'], /--start must be a date from 2023-03-01 to 2098-12-31/],
    [['--node-faults', 'rain'], /--node-faults must be some of none, mild, heavy, torn, .*, not 'rain'/],
    [['--node-keep', '5m'], /--node-keep must be a duration from 1h to 30d, not '5m'/],
    [['--node-kinds', 'l2'], /--node-kinds must be some of node_fills_by_block, node_fills, misc_/],
    [['--faults', 'some'], /Allowed choices are none, mild, heavy/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await runCommand(['simulate-server', ...args]);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, message);
  }
});
