/** The program on an exchange elsewhere: it does not know that this one is simulated. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createExchangePace } from '../../packages/exchange-simulator/src/exchange-pace.ts';
import { openExchangeService } from '../../packages/exchange-simulator/src/exchange-service.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { freePort } from '../free-port.ts';
import { untilFound } from '../until.ts';
import { runCommand, startServer } from './command.ts';

const data = mkdtempSync(join(tmpdir(), 'tidemark-live-'));
seedData(data);
const endings: (() => unknown)[] = [];
after(async () => {
  for (const end of endings.reverse()) await end();
  rmSync(data, { recursive: true, force: true });
});

const record = createExchangeRecord({
  seed: 'elsewhere',
  wallets: 40,
  coins: 4,
  startMs: systemClock.nowMs() - 20 * minuteMs,
  fillsPerSecond: 2,
  tickMs: 10_000,
});
const pace = createExchangePace(record, systemClock);

/** The machine may be busy; the state of another process shows by answers only. */
const patience = { deadlineMs: 4 * minuteMs, everyMs: 100 };

/** What readiness says of the live source, once it is what the test waits for. */
async function liveCheck(address: string, expected: (check: unknown, status: number) => boolean) {
  return untilFound(
    'readiness of the live source',
    async () => {
      const answer = await fetch(`${address}/ready`);
      const { checks } = (await answer.json()) as { checks: Record<string, unknown> };
      return expected(checks.live, answer.status) ? checks.live : undefined;
    },
    patience,
  );
}

/** How many trades came in, once they are more than `before`. */
async function tradesAfter(address: string, before: number): Promise<number> {
  return untilFound(
    'further trades',
    async () => {
      const metrics = await (await fetch(`${address}/metrics`)).text();
      const count = Number(/^tidemark_live_received_total\{feed="trades"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
      return count > before ? count : undefined;
    },
    patience,
  );
}

test('with --source hyperliquid it reads the exchange at the given addresses, says so when that goes away, and goes on when it is back', async () => {
  await pace.catchUp({ signal: new AbortController().signal });
  endings.push(pace.start());
  const port = await freePort();
  const service = await openExchangeService({ record, port });
  endings.push(() => service.close());
  const addresses = ['--exchange-url', service.url, '--exchange-ws', service.wsUrl];
  const flags = ['--data', data, '--source', 'hyperliquid', ...addresses];
  const server = await startServer(flags, { TIDEMARK_LOG_LEVEL: 'error', TIDEMARK_LIMITS: 'off' });
  endings.push(() => server.child.kill('SIGKILL'));

  await liveCheck(server.address, (check, status) => check === true && status === 200);
  const first = await tradesAfter(server.address, 0);
  const answer = await fetch(`${server.address}/health`);
  assert.equal(
    answer.headers.get('x-data-source'),
    null,
    'what comes from an exchange elsewhere is not marked',
  );

  await service.close();
  const away = await liveCheck(server.address, (check, status) => check !== true && status === 503);
  assert.match(String(away), /^\d of \d connections to the exchange are open: .+$/);
  const again = await openExchangeService({ record, port });
  endings.push(() => again.close());
  await liveCheck(server.address, (check) => check === true);
  await tradesAfter(server.address, first);
  const metrics = await (await fetch(`${server.address}/metrics`)).text();
  assert.match(metrics, /^tidemark_live_disconnects_total [1-9]/m);

  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  assert.deepEqual([code, stderr], [0, 'SIGTERM: stopping; repeat to end at once\n']);
  const audited = await runCommand(['audit', '--data', data]);
  assert.deepEqual([audited.code, audited.stdout], [0, '']);
  const mixed = await runCommand(['serve', '--data', data, '--port', '0', '--source', 'simulated']);
  assert.equal(mixed.code, 1);
  assert.match(mixed.stderr, /holds real data, which simulated data must not be mixed with/);
});
