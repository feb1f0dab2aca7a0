import { Type } from 'typebox';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import { wirePayment } from '../../packages/exchange-simulator/src/payloads/funding.ts';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { isMarketTrade } from '../../src/domain/fill.ts';
import type { WireFill } from '../../src/wire/fill.ts';

type Rows = Pick<AnalyticsStore, 'rows'>;
type Fills = Pick<SimulatedWorld['truth'], 'fills'>;

const wallet = (column: string) => `concat('0x', lower(hex(${column})))`;
const ms = (column: string) => `toUnixTimestamp64Milli(${column})`;
const limits = { maxRows: 5_000_000, deadlineMs: 60_000 };

const storedFills = query({
  name: 'check_fills',
  params: {},
  row: Type.Object({ wallet: Type.String(), key: Type.String(), liquidation: Type.Integer() }),
  sql: `
    SELECT ${wallet('wallet')} AS wallet, concat(coin, ' ', toString(${ms('time')}), ' ', toString(tid), ' ', toString(oid)) AS key,
      toUInt8(liquidated_user = fills.wallet) AS liquidation
    FROM fills`,
  limits,
});
const storedGaps = query({
  name: 'check_gaps',
  params: {},
  row: Type.Object({
    wallet: Type.String(),
    coin: Type.String(),
    from: Type.String(),
    to: Type.String(),
    reason: Type.String(),
  }),
  sql: `
    SELECT ${wallet('wallet')} AS wallet, coin, toString(${ms('from_time')}) AS from, toString(${ms('to_time')}) AS to, reason
    FROM coverage FINAL WHERE feed = 'fills' AND state IN ('open', 'lost')`,
  limits,
});
const storedPositions = query({
  name: 'check_positions',
  params: {},
  row: Type.Object({ wallet: Type.String(), coin: Type.String(), size: Type.String() }),
  sql: `SELECT ${wallet('wallet')} AS wallet, coin, toString(szi) AS size FROM positions FINAL WHERE szi != 0`,
  limits,
});
const storedFunding = query({
  name: 'check_funding',
  params: {},
  row: Type.Object({ wallet: Type.String(), key: Type.String() }),
  sql: `
    SELECT ${wallet('wallet')} AS wallet, concat(coin, ' ', toString(${ms('time')}), ' ', toString(usdc)) AS key
    FROM wallet_funding FINAL`,
  limits,
});
const tracked = query({
  name: 'check_tracked',
  params: {},
  row: Type.Object({ wallet: Type.String() }),
  sql: `SELECT ${wallet('wallet')} AS wallet FROM tracked_wallets FINAL`,
  limits,
});

/** Wallets whose fills are read. */
export async function trackedAddresses(store: Rows): Promise<string[]> {
  return (await store.rows(tracked, {})).map((row) => row.wallet);
}

/** Wallet, coin, time, tid and oid of every stored fill. */
export async function storedFillKeys(store: Rows): Promise<Set<string>> {
  return new Set((await store.rows(storedFills, {})).map((row) => `${row.wallet} ${row.key}`));
}

/**
 * What the store and the exchange's own record disagree about, for every tracked wallet; empty where they agree.
 * @param reachableFills The newest of a wallet, which the exchange still serves: none of these may be missing.
 */
export async function ledgerDifferences(
  store: Rows,
  world: Pick<SimulatedWorld, 'truth'>,
  reachableFills = 10_000,
): Promise<string[]> {
  const wallets = await trackedAddresses(store);
  const found: string[] = [];
  const trading = world.truth.active().length;
  // A wallet whose only trades were not published is not known.
  if (wallets.length < 0.8 * trading) found.push(`${wallets.length} wallets are tracked of ${trading}`);
  found.push(
    ...(await fillDifferences(store, world, wallets, reachableFills)),
    ...(await positionDifferences(store, world, wallets)),
    ...(await fundingDifferences(store, world, wallets)),
  );
  return found;
}

/** Fills up to the last one that the exchange's trades show, or that is known otherwise. */
export function upToTrade(fills: readonly WireFill[], isKnown: (fill: WireFill) => boolean = () => false) {
  return fills.slice(0, fills.findLastIndex((fill) => isMarketTrade(fill.dir) || isKnown(fill)) + 1);
}

/**
 * What trades show of the record. No feed shows a wallet that splits or merges shares of an outcome and no longer
 * trades:
 * it is read in its turn, within hours (`quietMs` of the pace). Such rows at its end are left out until they are stored.
 */
export async function toldByTrades(store: Rows, truth: Fills): Promise<Fills> {
  const stored = await storedFillKeys(store);
  return {
    fills(address) {
      return upToTrade(truth.fills(address), (fill) => stored.has(`${address} ${keyOf(fill)}`));
    },
  };
}

/** The same of fills alone. */
export async function fillDifferences(
  store: Rows,
  world: { truth: Fills },
  wallets: string[],
  reachableFills = 10_000,
): Promise<string[]> {
  const stored = Map.groupBy(await store.rows(storedFills, {}), (row) => row.wallet);
  const gaps = Map.groupBy(await store.rows(storedGaps, {}), (row) => row.wallet);
  return wallets.flatMap((address) => {
    const rows = stored.get(address) ?? [];
    const keys = new Set(rows.map(({ key }) => key));
    const made = world.truth.fills(address).map((fill) => ({ ...fill, key: keyOf(fill) }));
    const found: string[] = [];
    if (keys.size !== rows.length) found.push(`${address}: ${rows.length - keys.size} fills are doubled`);
    const missing = made.filter(({ key }) => !keys.has(key));
    if (keys.size !== made.length - missing.length) found.push(`${address}: fills that were never made`);
    const ofWallet = gaps.get(address) ?? [];
    const covers = (gap: (typeof ofWallet)[0], fill: (typeof missing)[0]) =>
      (gap.coin === '' || book(gap.coin) === book(fill.coin)) &&
      fill.time >= Number(gap.from) &&
      fill.time <= Number(gap.to);
    const lost = missing.filter((fill) => !ofWallet.some((gap) => covers(gap, fill)));
    if (lost.length > 0) found.push(`${address}: ${lost.length} fills are missing, such as ${lost[0]!.key}`);
    const reported = new Set(made.slice(-reachableFills).map(({ key }) => key));
    const unread = missing.filter(({ key }) => reported.has(key));
    if (unread.length > 0) found.push(`${address}: ${unread.length} fills are served and not stored`);
    for (const gap of ofWallet) {
      // Where only a stream had them, it cannot be seen that it had everything.
      if (gap.reason === 'stream-only') continue;
      // The answer began with the very next fill: that it is cannot be seen.
      const between = made.some(({ time }) => time > Number(gap.from) && time < Number(gap.to));
      if (gap.reason === 'out-of-reach' && !between) continue;
      if (!missing.some((fill) => covers(gap, fill)))
        found.push(`a gap without a loss: ${JSON.stringify(gap)}`);
    }
    const liquidations = rows.filter(({ liquidation }) => liquidation === 1).length;
    const expected = made.filter((fill) => isLiquidated(fill, address) && keys.has(fill.key)).length;
    if (liquidations !== expected) found.push(`${address}: ${liquidations} liquidation fills of ${expected}`);
    return found;
  });
}

async function positionDifferences(
  store: Rows,
  { truth }: Pick<SimulatedWorld, 'truth'>,
  wallets: string[],
): Promise<string[]> {
  const stored = Map.groupBy(await store.rows(storedPositions, {}), (row) => row.wallet);
  return wallets.flatMap((address) => {
    const expected = truth
      .accounts(address)
      .flatMap((account) => wireAccount(account).assetPositions)
      .map(({ position }) => `${position.coin} ${Number(position.szi)}`);
    const rows = (stored.get(address) ?? []).map(({ coin, size }) => `${coin} ${Number(size)}`);
    return same(`${address}: positions`, rows, expected);
  });
}

async function fundingDifferences(
  store: Rows,
  { truth }: Pick<SimulatedWorld, 'truth'>,
  wallets: string[],
): Promise<string[]> {
  const stored = Map.groupBy(await store.rows(storedFunding, {}), (row) => row.wallet);
  return wallets.flatMap((address) => {
    const expected = truth
      .payments(address)
      .map(wirePayment)
      .map(({ time, coin, usdc }) => `${coin} ${time} ${Number(usdc)}`);
    const rows = (stored.get(address) ?? []).map(({ key }) => {
      const [coin, time, usdc] = key.split(' ');
      return `${coin} ${time} ${Number(usdc)}`;
    });
    return same(`${address}: funding`, rows, expected);
  });
}

function same(what: string, rows: string[], expected: string[]): string[] {
  const [got, want] = [new Set(rows), new Set(expected)];
  const missing = [...want].filter((entry) => !got.has(entry));
  const more = [...got].filter((entry) => !want.has(entry));
  if (missing.length + more.length === 0 && rows.length === expected.length) return [];
  return [
    `${what}: ${rows.length} of ${expected.length}, missing ${missing.slice(0, 3)}, more ${more.slice(0, 3)}`,
  ];
}

function keyOf({ coin, time, tid, oid }: WireFill): string {
  return `${coin} ${time} ${tid} ${oid}`;
}

/** The fill closes a position of this wallet for it. */
function isLiquidated({ liquidation }: WireFill, address: string): boolean {
  return liquidation?.liquidatedUser === address;
}

/** Both sides of an outcome are one book. */
function book(coin: string): string {
  return coin.startsWith('#') ? coin.slice(0, -1) : coin;
}
