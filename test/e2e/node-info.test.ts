/** A service on a node alone, its files and its info server: positions are the exchange's own, with nothing but the node to ask. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { serveNodeInfo } from '../../packages/exchange-simulator/src/node/node-info.ts';
import { createSimulatedNode } from '../../packages/exchange-simulator/src/node/simulated-node.ts';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { dexOf } from '../../src/domain/coin-name.ts';
import { hourMs, minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { freePort } from '../free-port.ts';
import { untilFound } from '../until.ts';
import { runCommand, startServer } from './command.ts';

const home = mkdtempSync(join(tmpdir(), 'tidemark-node-info-'));
const data = seedData(join(home, 'data'));
const root = join(home, 'hl');
const endings: (() => unknown)[] = [];
after(async () => {
  for (const end of endings.reverse()) await end();
  rmSync(home, { recursive: true, force: true });
});

// The exchange is stopped from now on, so that its open positions do not change during the comparison.
const endMs = systemClock.nowMs();
const record = createExchangeRecord({
  seed: 'node-info',
  wallets: 60,
  coins: 4,
  fillsPerSecond: 1,
  tickMs: 30_000,
  startMs: endMs - hourMs,
});
const node = createSimulatedNode({ record, seed: 'node-info', dir: root });
record.advance(endMs);
node.run(endMs);
node.close();

const patience = { deadlineMs: 4 * minuteMs, everyMs: 100 };

interface Shown {
  symbol: string;
  side: string;
  size: string;
  leverage: number;
  marginMode: string;
  liquidationPrice: string;
  margin: string;
}

/** The wallet's positions as the exchange has them, by symbol. */
function published(wallet: number): Shown[] {
  const positions = dexes.flatMap(
    (_, dex) => wireAccount(record.exchange.account(wallet, dex)).assetPositions,
  );
  return positions
    .map(({ position: { coin, szi, leverage, liquidationPx, marginUsed } }) => ({
      symbol: coin,
      side: Number(szi) > 0 ? 'long' : 'short',
      size: szi.replace('-', ''),
      leverage: leverage.value,
      marginMode: leverage.type,
      liquidationPrice: liquidationPx ?? '',
      margin: marginUsed,
    }))
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

const asNumbers = (rows: readonly Shown[]) =>
  rows.map(({ size, liquidationPrice, margin, ...row }) => ({
    ...row,
    size: Number(size),
    liquidationPrice: Number(liquidationPrice).toPrecision(12),
    margin: Number(margin),
  }));

test('positions have the leverage and liquidation prices of the node, and keep them while its info server is away', async () => {
  const port = await freePort();
  const clock = { nowMs: () => endMs };
  const info = await serveNodeInfo({ record, clock, host: '127.0.0.1', port, isUp: () => true });
  endings.push(() => info.close());
  const flags = ['--source', 'node', '--node-dir', root, '--node-info', info.url, '--data', data];
  const server = await startServer(flags, { TIDEMARK_LIMITS: 'off' });
  endings.push(() => server.child.kill('SIGKILL'));
  const ready = async (expected: (nodeInfo: unknown) => boolean) =>
    untilFound(
      'what readiness says of the info server',
      async () => {
        const answer = await fetch(`${server.address}/ready`);
        const { checks } = (await answer.json()) as { checks: Record<string, unknown> };
        return expected(checks.nodeInfo) ? String(checks.nodeInfo) : undefined;
      },
      patience,
    );
  await ready((nodeInfo) => nodeInfo === true);
  const metric = async (name: string) => {
    const text = await (await fetch(`${server.address}/metrics`)).text();
    return Number(new RegExp(`^tidemark_node_info_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const created = await runCommand(['keys', 'create', '--account', 'desk', '--tier', 'pro', '--data', data]);
  const headers = { 'X-API-Key': created.stdout.trim() };
  async function shown(address: string) {
    const answer = await fetch(`${server.address}/api/public/v1/market/positions/${address}`, { headers });
    assert.equal(answer.status, 200);
    const rows = (await answer.json()) as Shown[];
    const kept = rows.map(({ symbol, side, size, leverage, marginMode, liquidationPrice, margin }) => ({
      symbol,
      side,
      size,
      leverage,
      marginMode,
      liquidationPrice,
      margin,
    }));
    kept.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    return { rows: kept, basis: answer.headers.get('x-data-basis') };
  }
  const holders = record.exchange.wallets.flatMap(({ address }, wallet) => {
    const positions = published(wallet);
    return positions.length === 0 ? [] : [{ address, positions }];
  });
  assert.ok(holders.length > 20);
  const accounts = new Set(
    holders.flatMap(({ address, positions }) => positions.map(({ symbol }) => `${address} ${dexOf(symbol)}`)),
  ).size;
  assert.ok(
    holders.some(({ positions }) => positions.some(({ liquidationPrice }) => liquidationPrice !== '')),
  );
  for (const { address, positions } of holders) {
    const { rows, basis } = await shown(address);
    assert.deepEqual(rows, positions, "the exchange's own texts");
    assert.equal(basis, 'state');
  }

  await untilFound(
    'all states are read and shown',
    async () =>
      ((await metric('unread_accounts')) === 0 && (await metric('accounts')) === accounts) || undefined,
    patience,
  );
  await info.close();
  const away = await ready((nodeInfo) => nodeInfo !== true);
  assert.equal(away, "the node's info server does not answer; the log says why");
  for (const { address, positions } of holders) {
    const { rows, basis } = await shown(address);
    assert.deepEqual(asNumbers(rows), asNumbers(positions), address);
    assert.equal(basis, 'state');
  }
  assert.equal(await metric('up'), 0);
  server.child.kill('SIGTERM');
  const { code } = await server.ended;
  assert.equal(code, 0);
});

test('an address at which something else answers is refused at the start', async () => {
  const info = await serveNodeInfo({
    record,
    clock: systemClock,
    host: '127.0.0.1',
    port: 0,
    isUp: () => true,
  });
  endings.push(() => info.close());
  const other = seedData(join(home, 'other'));
  const flags = ['serve', '--source', 'node', '--node-dir', root, '--data', other, '--port', '0'];
  const { code, stderr } = await runCommand([...flags, '--node-info', `${info.url}/api`]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /\/api answers with status 404; expected the info server of a node .*\(--node-info, TIDEMARK_NODE_INFO\)/,
  );
});
