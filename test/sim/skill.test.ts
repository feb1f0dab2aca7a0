/** Returns and drawdown against the equity that the simulated exchange's own books give each wallet. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LedgerUpdate } from '../../packages/exchange-simulator/src/events.ts';
import { createExchange, type Exchange } from '../../packages/exchange-simulator/src/exchange.ts';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { blockLine } from '../../packages/exchange-simulator/src/node-line.ts';
import { wirePayment } from '../../packages/exchange-simulator/src/payloads/funding.ts';
import { wireUpdates } from '../../packages/exchange-simulator/src/payloads/ledger-update.ts';
import { walletsOf } from '../../packages/exchange-simulator/src/record/ledger-history.ts';
import { recordBlock } from '../../packages/exchange-simulator/test/simulated-day.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { isPerp } from '../../src/domain/coin-name.ts';
import { skillOf } from '../../src/domain/skill.ts';
import { isSystemAddress } from '../../src/domain/system-address.ts';
import { readSkillDays } from '../../src/endpoints/queries/skill-days.ts';
import * as tables from '../../src/ingest/facts/fact-tables.ts';
import { ledgerRows } from '../../src/ingest/facts/ledger-rows.ts';
import { dayMs, fixedClock } from '../../src/kernel/clock.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import { ledgerUpdate } from '../../src/wire/ledger-update.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import type { FundingDraft } from '../given-facts.ts';
import { campaignSeed, sized } from '../size.ts';
import type { FillDraft } from '../source-fills.ts';

const { seeds, fills, days } = sized({
  check: { seeds: 3, fills: 900, days: 4 },
  // With more fills each, hardly a wallet has all of its money in perps.
  campaign: { seeds: 8, fills: 1_800, days: 12 },
});
const startMs = Date.UTC(2026, 4, 1);
const nowMs = startMs + days * dayMs;

interface World {
  drafts: FillDraft[];
  funding: FundingDraft[];
  updates: ReturnType<ReturnType<typeof ledgerRows>>[];
  /** For wallets with all money in perps: equity at each midnight, and deposits of each day, 10^-6 USD. */
  books: Map<string, { equity: number[]; brought: number[] }>;
}

/** The exchange's own wallets trade in all seeds; here each seed gets separate wallets and coins. */
function simulate(seed: number): World {
  const mark = seed.toString(16).padStart(4, '0');
  const own = (address: string) => `0x${mark}${address.slice(6).toLowerCase()}`;
  const world: World = { drafts: [], funding: [], updates: [], books: new Map() };
  const lines: string[] = [];
  // The first ones come while it is made.
  let reported: LedgerUpdate[] = [];
  let brought = new Map<number, number>();
  const exchange = createExchange({
    seed: `skill ${seed}`,
    wallets: 120,
    coins: 6,
    startMs,
    tickMs: 120_000,
    fillsPerSecond: fills / (days * 86_400),
    events: {
      block: (block) => void lines.push(blockLine(block, exchange.wallets)),
      funding(payment) {
        const { nSamples: _, ...paid } = wirePayment(payment);
        world.funding.push({ ...paid, wallet: own(exchange.wallets[payment.wallet]!.address) });
      },
      ledger: (update) => void reported.push(update),
    },
  });
  function take(update: LedgerUpdate): void {
    const move = (wallet: number, usd: number) => brought.set(wallet, (brought.get(wallet) ?? 0) + usd);
    const isOwn = ['accountClassTransfer', 'vaultDeposit', 'send'].includes(update.type);
    if ('amount' in update && !isOwn) move(update.wallet, update.amount);
    if ('from' in update) move(update.from, -update.amount);
    const hash = `0x${mark}${world.updates.length.toString(16).padStart(60, '0')}`;
    const rows = ledgerRows();
    for (const { time, delta } of wireUpdates({ ...update, hash }, exchange.wallets)) {
      const read = ledgerUpdate.read({ time, hash, delta });
      if ('fault' in read) throw new Error(read.fault);
      for (const wallet of walletsOf(update)) {
        const { address } = exchange.wallets[wallet]!;
        const row = rows({ wallet: address, timeMs: time, hash }, read.data.reading);
        world.updates.push({ ...row, wallet: own(address) });
      }
    }
  }
  const equity = exchange.wallets.map(() => [0]);
  const moved = exchange.wallets.map((): number[] => []);
  for (let day = 1; day <= days; day++) {
    exchange.advance(startMs + day * dayMs - 1);
    for (const update of reported) take(update);
    reported = [];
    for (const wallet of exchange.wallets.keys()) {
      equity[wallet]!.push(equityOf(exchange, wallet));
      moved[wallet]!.push(brought.get(wallet) ?? 0);
    }
    brought = new Map();
  }
  for (const { events } of lines.map(recordBlock)) {
    for (const [address, fill] of events) {
      const { liquidation, ...wire } = fill as WireFill;
      const liquidated = liquidation && {
        ...liquidation,
        liquidatedUser: own(String(liquidation.liquidatedUser)),
      };
      world.drafts.push({ ...wire, wallet: own(address), ...(liquidated && { liquidation: liquidated }) });
    }
  }
  const traded = Map.groupBy(world.drafts, ({ wallet }) => wallet);
  for (const [wallet, { address, character }] of exchange.wallets.entries()) {
    if (character === 'vault') continue;
    // The exchange's own wallets have money without deposits.
    const ofWallet = isSystemAddress(address.toLowerCase()) ? [] : (traded.get(own(address)) ?? []);
    if (ofWallet.length === 0 || ofWallet.some(({ coin, feeToken }) => !isPerp(coin!) || feeToken !== 'USDC'))
      continue;
    if (exchange.spotCash(wallet) !== 0 || exchange.balances(wallet).length > 0) continue;
    world.books.set(own(address), { equity: equity[wallet]!, brought: moved[wallet]! });
  }
  return world;
}

function equityOf(exchange: Exchange, wallet: number): number {
  const vaults = exchange.owned(wallet).filter(({ relation }) => relation === 'vault');
  return dexes.reduce(
    (sum, _, dex) => sum + exchange.account(wallet, dex).marginSummary.accountValue,
    vaults.reduce((sum, { wallet: vault }) => sum + exchange.vaultEquity(vault), 0),
  );
}

const worlds = Array.from({ length: seeds }, (_, i) => simulate((campaignSeed - 1) * seeds + i + 1));
const { wallets } = sized({ check: { wallets: 24 }, campaign: { wallets: 200 } });
const books = worlds.flatMap((world) => [...world.books].slice(0, wallets));

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: worlds.flatMap(({ drafts }) => drafts).toSorted((a, b) => a.time - b.time),
      funding: worlds.flatMap(({ funding }) => funding),
      write: (facts) =>
        facts.write(
          tables.ledgerUpdates,
          worlds.flatMap(({ updates }) => updates),
        ),
    },
    nowMs,
    batchFills: 50_000,
    lifecycles: true,
  });
  const { store } = harness;
  const rows = books.flatMap(([wallet, { equity }]) =>
    equity.map(
      (micro, day) =>
        `(toDateTime(${startMs / 1_000 + day * 86_400}), unhex('${wallet.slice(2)}'), ${micro / 1e6})`,
    ),
  );
  await store.command(`INSERT INTO account_hours (hour, wallet, total) VALUES ${rows.join(', ')}`);
  const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
  for (const feed of ['node_misc_events', 'node_fills'])
    await ledger.cover({ feed: feed as 'node_fills', fromMs: startMs, toMs: nowMs });
});
after(() => harness.close());
const { signal } = new AbortController();

/** Returns by the books: gain in equity without deposits, relative to the opening equity plus deposits. */
function returnsOf({ equity, brought }: { equity: number[]; brought: number[] }) {
  return brought.flatMap((flow, day) => {
    const [base, gain] = [equity[day]! + Math.max(0, flow), equity[day + 1]! - equity[day]! - flow];
    return base > 0 ? [gain / base] : [];
  });
}

const near = (found: number, right: number, what: string) =>
  assert.ok(
    Math.abs(found - right) <= 1e-9 * Math.max(1, Math.abs(right)),
    `${what}: ${found} is not ${right}`,
  );

test('time-weighted return and drawdown are those of the equity in the books', async (t) => {
  let shown = 0;
  for (const [wallet, book] of books) {
    const params = { wallet, fromMs: startMs, untilMs: nowMs, nowMs };
    const found = await readSkillDays(harness.sources.analytics, params, signal);
    const { figures } = skillOf(found!.before, found!.days);
    // The first value is that of the first midnight.
    const returns = returnsOf({ equity: book.equity.slice(1), brought: book.brought.slice(1) });
    let [index, peak, fall] = [1, 1, 0];
    for (const gain of returns) {
      index *= Math.max(0, 1 + gain);
      peak = Math.max(peak, index);
      fall = Math.max(fall, 1 - index / peak);
    }
    if (returns.length === 0) continue;
    shown += 1;
    near(figures.return.value! / 100, index - 1, `return of ${wallet}`);
    near(figures.maxDrawdown.value! / 100, fall, `drawdown of ${wallet}`);
  }
  t.diagnostic(`${shown} wallets`);
  assert.ok(shown > seeds * 10);
});
