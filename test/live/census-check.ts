import { Type } from 'typebox';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { census } from '../../src/jobs/census.ts';
import { auditPositions } from '../../src/jobs/position-audit.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { storedFillKeys, trackedAddresses } from './ledger-check.ts';

const kept = query({
  name: 'check_census',
  params: {},
  row: Type.Object({ wallet: Type.String(), coin: Type.String() }),
  sql: `SELECT concat('0x', lower(hex(wallet))) AS wallet, coin FROM census_differences FINAL`,
});
const stamped = query({
  name: 'check_census_stamp',
  params: {},
  row: Type.Object({ positions: Type.Integer() }),
  sql: 'SELECT toUInt32(positions) AS positions FROM census FINAL ORDER BY hour DESC LIMIT 1',
});

/** Result of a census of a store; its exchange is stopped and fully read. */
export interface CensusRun {
  /** Wallets with coins that differ. */
  found: string[];
  /** Number of compared open positions. */
  positions: number;
  /** Errors of the census; empty if it is correct. */
  faults: string[];
}

/**
 * Takes a census and an audit of positions; both must name exactly the positions that differ between the exchange's record and the stored
 * fills, each with its gap.
 */
export async function takeCensus(
  store: AnalyticsStore,
  world: Pick<SimulatedWorld, 'truth' | 'clock'>,
): Promise<CensusRun> {
  const signal = AbortSignal.timeout(60_000);
  const toMs = Math.ceil((world.clock.nowMs() + 1) / hourMs) * hourMs;
  await census({ analytics: store, clock: world.clock })({ untilMs: toMs, signal });
  const { differences } = await auditPositions(store, () => undefined, signal);
  const found = differences.map(({ wallet, coin }) => `${wallet} ${coin}`);
  const ofHour = differences.filter(({ stateAtMs }) => stateAtMs >= toMs - hourMs);
  const inHour = new Set((await store.rows(kept, {})).map(({ wallet, coin }) => `${wallet} ${coin}`));
  const expected = await wrongEnds(store, world);
  const faults = [
    ...found.filter((one) => !expected.has(one)).map((one) => `${one} differs without a cause`),
    ...[...expected].filter((one) => !found.includes(one)).map((one) => `${one} is not found to differ`),
    ...differences.filter(({ cause }) => cause !== 'gap').map((one) => `no gap: ${JSON.stringify(one)}`),
    ...ofHour
      .filter(({ wallet, coin }) => !inHour.has(`${wallet} ${coin}`))
      .map((one) => `not in the census: ${JSON.stringify(one)}`),
  ];
  if (inHour.size !== ofHour.length)
    faults.push(`${inHour.size} in the census, ${ofHour.length} in the audit`);
  const [stamp] = await store.rows(stamped, {});
  return { found, positions: stamp?.positions ?? 0, faults };
}

/** Wallets and perps whose newest stored fill does not end where the exchange has the position. */
async function wrongEnds(
  store: AnalyticsStore,
  { truth }: Pick<SimulatedWorld, 'truth'>,
): Promise<Set<string>> {
  const keys = await storedFillKeys(store);
  const wrong = new Set<string>();
  for (const address of await trackedAddresses(store)) {
    const ends = new Map<string, number>();
    for (const fill of truth.fills(address)) {
      if (!keys.has(`${address} ${fill.coin} ${fill.time} ${fill.tid} ${fill.oid}`)) continue;
      ends.set(fill.coin, Number(fill.startPosition) + (fill.side === 'B' ? 1 : -1) * Number(fill.sz));
    }
    const open = new Map(
      truth
        .accounts(address)
        .flatMap((account) => wireAccount(account).assetPositions)
        .map(({ position }) => [position.coin, Number(position.szi)]),
    );
    for (const coin of new Set([...ends.keys(), ...open.keys()])) {
      if (/^[@#+]|\//.test(coin)) continue;
      if (Math.abs((ends.get(coin) ?? 0) - (open.get(coin) ?? 0)) > 1e-8) wrong.add(`${address} ${coin}`);
    }
  }
  return wrong;
}
