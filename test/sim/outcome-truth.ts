import type { Exchange } from '../../packages/exchange-simulator/src/exchange.ts';
import {
  wireOutcomeMeta,
  wireSettledOutcome,
} from '../../packages/exchange-simulator/src/payloads/outcome.ts';
import { simulateDay } from '../../packages/exchange-simulator/test/simulated-day.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import type { Given } from '../given-facts.ts';
import type { FillDraft } from '../source-fills.ts';

/** One side of an outcome that a wallet had to do with, as the simulator's books have it; contracts and USD. */
export interface TrueOutcomeSide {
  wallet: string;
  outcomeId: number;
  sideIndex: number;
  trades: number;
  bought: number;
  sold: number;
  boughtUsd: number;
  soldUsd: number;
  realizedUsd: number;
  payoutUsd: number;
  settledPnlUsd: number;
  /** That it holds now. */
  held: number;
}

export interface TrueOutcome {
  outcomeId: number;
  /** What one Yes paid; undefined while it is open. */
  fraction: number | undefined;
  matches: number;
  contracts: [number, number];
  notionalUsd: [number, number];
}

/** Days of some seeds in one store: what they recorded, and what their books say of outcomes. */
export interface OutcomeTruth {
  given: Required<Pick<Given, 'fills' | 'outcomes'>>;
  sides: TrueOutcomeSide[];
  outcomes: TrueOutcome[];
  exchanges: Exchange[];
}

const startMs = Date.UTC(2026, 4, 3, 3);
/** After the end of all of them. */
export const outcomeTruthMs = startMs + 26 * hourMs;
/** Each seed has its own numbers, above those of the one before. */
const outcomesOfSeed = 1_000;

export function outcomeTruth(seeds: readonly number[], fills: number): OutcomeTruth {
  const days = seeds.map((seed, place) => truthOf(seed, place * outcomesOfSeed, fills));
  return {
    given: {
      fills: days.flatMap(({ given }) => given.fills as FillDraft[]).sort((a, b) => a.time - b.time),
      outcomes: days.flatMap(({ given }) => given.outcomes),
    },
    sides: days.flatMap(({ sides }) => sides),
    outcomes: days.flatMap(({ outcomes }) => outcomes),
    exchanges: days.flatMap(({ exchanges }) => exchanges),
  };
}

function truthOf(seed: number, offset: number, count: number): OutcomeTruth {
  const { exchange, blocks } = simulateDay(`outcomes ${seed}`, { fills: count, startMs });
  const own = (address: string) => `0x${(seed % 65_536).toString(16).padStart(4, '0')}${address.slice(6)}`;
  const coin = (reported: string) =>
    reported.startsWith('#') ? `#${Number(reported.slice(1)) + offset * 10}` : reported;
  const fills = blocks.flatMap(({ events }) =>
    events.map(([address, fill]): FillDraft => {
      const { liquidation: _, ...wire } = fill as WireFill;
      return { ...wire, coin: coin(wire.coin), wallet: own(address) };
    }),
  );
  const { sides, matches } = exchange.outcomeBooks;
  const outcomes = exchange.markets.filter(({ kind, index, book }) => kind === 'outcome' && book === index);
  return {
    given: { fills, outcomes: toldOutcomes(exchange, offset) },
    exchanges: [exchange],
    sides: [...sides.values()].map((side): TrueOutcomeSide => {
      const encoding = Number(exchange.markets[side.market]!.coin.slice(1));
      const held = exchange.balances(side.wallet).find(({ market }) => market.index === side.market);
      return {
        wallet: own(exchange.wallets[side.wallet]!.address),
        sideIndex: encoding % 10,
        outcomeId: offset + Math.floor(encoding / 10),
        trades: side.trades,
        bought: side.bought,
        sold: side.sold,
        boughtUsd: side.boughtNotional / 1e8,
        soldUsd: side.soldNotional / 1e8,
        realizedUsd: side.realized / 1e8,
        payoutUsd: side.payout / 1e8,
        settledPnlUsd: side.settledPnl / 1e8,
        held: held?.size ?? 0,
      };
    }),
    outcomes: outcomes.map((yes): TrueOutcome => {
      const id = Number(yes.coin.slice(1)) / 10;
      const none = { matches: 0, contracts: [0, 0], notional: [0, 0] } as const;
      const { matches: count, contracts, notional } = matches.get(yes.index) ?? none;
      return {
        outcomeId: offset + id,
        fraction: exchange.outcome(id)!.settleFraction,
        matches: count,
        contracts: [...contracts],
        notionalUsd: [notional[0] / 1e8, notional[1] / 1e8],
      };
    }),
  };
}

/** As its API has them: those that are open, and those that have left the list. */
function toldOutcomes(exchange: Exchange, offset: number): NonNullable<Given['outcomes']> {
  const open = wireOutcomeMeta(exchange).outcomes.map((spec) => ({ spec, settleFraction: undefined }));
  const first = Math.min(...open.map(({ spec }) => spec.outcome));
  const settled = Array.from({ length: first }, (_, id) => wireSettledOutcome(exchange, id)).flatMap(
    (reported) => reported ?? [],
  );
  return [...settled, ...open].map(({ spec, settleFraction }) => ({
    outcome: spec.outcome + offset,
    name: spec.name,
    description: spec.description,
    sides: spec.sideSpecs.map(({ name }) => name),
    ...(settleFraction !== undefined && { settleFraction }),
  }));
}
