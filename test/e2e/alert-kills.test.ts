/** A real server that is killed while it has alerts to send: each event arrives, in order, under one id. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { systemClock } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import { runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-alert-kills-'));
const data = join(root, 'data');
const wallet = walletOf(7);
const settings = { TIDEMARK_ALERT_ADDRESSES: 'any' };
interface Got {
  id: string;
  text: string;
  headers: Record<string, string>;
}
const got: Got[] = [];
/** Called with each message before it is answered; 'never' leaves it without an answer. */
let onMessage: () => number | 'never' = () => 204;
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += String(chunk);
  });
  request.on('end', () => {
    const headers = request.headers as Record<string, string>;
    got.push({ id: headers['webhook-id']!, text, headers });
    const status = onMessage();
    if (status !== 'never') response.writeHead(status).end();
  });
});
let server: Awaited<ReturnType<typeof startServer>>;
const start = async () => {
  server = await startServer(['--data', data], settings);
};
const kill = async () => {
  server.child.kill('SIGKILL');
  await server.ended;
};

before(async () => {
  seedData(data);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  await start();
});
after(async () => {
  await kill();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(root, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand([...args, '--data', data]);
  assert.equal(code, 0, stderr);
  return stdout;
}

const firstMs = systemClock.nowMs() - 3_600_000;
let tids = 0;
/** Imports fills, each of a moment of its own. @returns their ids */
async function importFills(count: number): Promise<number[]> {
  const fills = Array.from({ length: count }, () => {
    tids += 1;
    return {
      coin: 'BTC',
      px: '100.0',
      sz: '1.0',
      side: 'B',
      time: firstMs + tids,
      dir: 'Open Long',
      startPosition: `${tids - 1}.0`,
      closedPnl: '0.0',
      hash: `0x${'0'.repeat(64)}`,
      oid: tids,
      crossed: true,
      fee: '0.01',
      tid: tids,
      feeToken: 'USDC',
      twapId: null,
    };
  });
  const file = join(root, `fills-${tids}.json`);
  writeFileSync(file, JSON.stringify(fills));
  await run('import', '--wallet', wallet, file);
  return fills.map(({ tid }) => tid);
}

const tidsOf = (messages: readonly Got[]) =>
  messages.flatMap(({ text }) =>
    JSON.parse(text).data.events.map(([, fill]: [string, { tid: number }]) => fill.tid),
  );
const once = () => [...new Map(got.map((one) => [one.id, one])).values()];
const arrived = (count: number) =>
  until(`${count} events`, () => tidsOf(once()).length >= count, { everyMs: 20 });

test('kills after storing fills, while a message is on its way and while its receiver fails lose and double nothing', async () => {
  await run('keys', 'create', '--account', 'desk', '--tier', 'enterprise');
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const secret = (await run('alerts', 'create', 'trades', '--account', 'desk', '--url', url)).trim();
  const expected: number[] = [];

  // The fills are stored, whether or not a message is.
  expected.push(...(await importFills(3)));
  await kill();
  await start();
  await arrived(expected.length);

  // The receiver has the message, and no process knows that.
  const killed = Promise.withResolvers<void>();
  onMessage = () => {
    void kill().then(killed.resolve);
    return 'never';
  };
  expected.push(...(await importFills(2)));
  await killed.promise;
  onMessage = () => 204;
  const onItsWay = got.at(-1)!;
  const repeated = got.length;
  await start();
  await until('the message comes again', () => got.length > repeated, { everyMs: 20 });
  assert.deepEqual([got[repeated]!.id, got[repeated]!.text], [onItsWay.id, onItsWay.text]);
  await arrived(expected.length);

  // The receiver failed once, and the next attempt is due.
  onMessage = () => 500;
  const before = got.length;
  expected.push(...(await importFills(2)));
  await until('an attempt', () => got.length > before, { everyMs: 20 });
  await kill();
  onMessage = () => 204;
  await start();
  expected.push(...(await importFills(1)));
  await arrived(expected.length);

  assert.deepEqual(tidsOf(once()), expected);
  for (const { text, headers } of got) new Webhook(secret).verify(text, headers);
  assert.ok(!server.written.stderr.includes(secret));
});
