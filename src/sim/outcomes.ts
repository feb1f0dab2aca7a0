import { dayMs, utcDayStartMs } from '../kernel/clock.ts';
import { clearAlone } from './clearing.ts';
import { decimalText, powersOfTen } from './decimal.ts';
import { tradeId, transactionHash } from './hex.ts';
import { addMarket, type Market, marketsLimit } from './market.ts';
import { validPx } from './market-making.ts';
import type { Venue } from './venue.ts';

/** An outcome contract with both its sides (exchange notes §13). */
export interface Outcome {
  outcome: number;
  name: string;
  description: string;
  /** The question it belongs to; undefined where it stands alone. */
  question: number | undefined;
  yes: Market;
  no: Market;
  expiryMs: number;
  /** Yes where the underlying is in [from, to) at expiry; units of its price. */
  underlying: Market;
  from: number;
  to: number;
  /** 0 or 1 once it is settled. */
  settleFraction: number | undefined;
  /** `price:76876.9` once it is settled. */
  details: string;
}

export interface Question {
  question: number;
  name: string;
  description: string;
  outcomes: number[];
}

/** Lists a daily binary on BTC and a daily three-way bucket on ETH, and settles them. */
export interface Outcomes {
  open(): readonly Outcome[];
  questions(): readonly Question[];
  /** Of any outcome, settled ones included. */
  find(outcome: number): Outcome | undefined;
  /** Settles what has expired, lists what follows, and moves the probabilities. */
  run(): void;
  /** One USDC into one Yes and one No each, or back: `size` contracts. */
  split(wallet: number, outcome: Outcome, size: number): void;
  merge(wallet: number, outcome: Outcome, size: number): void;
  save(): OutcomesState;
}

export interface OutcomesState {
  all: Outcome[];
  questions: Question[];
  live: Outcome[];
}

const firstOutcome = 173;
/** A price of 1 USDC, in units of 10^-8. */
const wholePx = 100_000_000;
/** Both sides at half: an inventory change, no market price. */
const halfPx = wholePx / 2;

export function createOutcomes(venue: Venue, saved?: OutcomesState): Outcomes {
  const { markets, prices, positions, events } = venue;
  const all: Outcome[] = saved?.all ?? [];
  const questions: Question[] = saved?.questions ?? [];
  let live: Outcome[] = saved?.live ?? [];
  const underlyings = { binary: markets[0]!, bucket: markets[1]! };

  function list(
    fields: Pick<Outcome, 'name' | 'description' | 'question' | 'expiryMs' | 'underlying' | 'from' | 'to'>,
  ): void {
    const outcome = firstOutcome + all.length;
    const common = { kind: 'outcome' as const, szDecimals: 0, px: 0.5 };
    const encoding = outcome * 10;
    const yes = addMarket(markets, { ...common, coin: `#${encoding}`, assetId: 100_000_000 + encoding });
    const no = addMarket(markets, {
      ...common,
      coin: `#${encoding + 1}`,
      assetId: 100_000_001 + encoding,
      book: yes.index,
    });
    prices.open(yes);
    prices.open(no);
    const added: Outcome = { ...fields, outcome, yes, no, settleFraction: undefined, details: '' };
    all.push(added);
    live.push(added);
    for (const maker of venue.population.makers) split(maker, added, makerStock);
    events.market?.({ type: 'outcomeCreated', outcome });
  }

  function listBinary(): void {
    const underlying = underlyings.binary;
    const target = prices.mark[underlying.index]!;
    const expiryMs = nextTimeOfDay(venue.timeMs, 6);
    const price = plainPx(underlying, target);
    list({
      name: 'Recurring',
      description: `class:priceBinary|underlying:${underlying.coin}|expiry:${expiryText(expiryMs)}|targetPrice:${price}|period:1d`,
      question: undefined,
      expiryMs,
      underlying,
      from: target,
      to: Number.POSITIVE_INFINITY,
    });
  }

  function listBucket(): void {
    const underlying = underlyings.bucket;
    const mark = prices.mark[underlying.index]!;
    const [low, high] = [Math.round(mark * 0.985), Math.round(mark * 1.015)];
    const expiryMs = nextTimeOfDay(venue.timeMs, 18);
    const thresholds = `${plainPx(underlying, low)},${plainPx(underlying, high)}`;
    const description = `class:priceBucket|underlying:${underlying.coin}|expiry:${expiryText(expiryMs)}|priceThresholds:${thresholds}|period:1d`;
    const question = 32 + questions.length;
    const bounds = [0, low, high, Number.POSITIVE_INFINITY];
    const first = firstOutcome + all.length;
    questions.push({ question, name: 'Recurring', description, outcomes: [first, first + 1, first + 2] });
    for (let i = 0; i < 3; i++) {
      const [from, to] = [bounds[i]!, bounds[i + 1]!];
      const named = { name: 'Recurring Named Outcome', description: `index:${i}` };
      list({ ...named, question, expiryMs, underlying, from, to });
    }
  }

  function settle(outcome: Outcome): void {
    const px = prices.mark[outcome.underlying.index]!;
    outcome.settleFraction = px >= outcome.from && px < outcome.to ? 1 : 0;
    outcome.details = `price:${decimalText(px, outcome.underlying.pxDecimals)}`;
    const hash = transactionHash(venue.rng, venue.blockNumber);
    venue.books.cancel(outcome.yes.book, () => true);
    const payouts = [
      { market: outcome.yes, px: outcome.settleFraction * wholePx },
      { market: outcome.no, px: (1 - outcome.settleFraction) * wholePx },
    ];
    for (const payout of payouts) {
      payout.market.open = false;
      for (
        let slot = positions.firstOfMarket(payout.market.index);
        slot >= 0;
        slot = positions.nextOfMarket[slot]!
      ) {
        const sz = positions.szi[slot]!;
        if (sz === 0) continue;
        const oid = venue.nextOid();
        const wallet = positions.wallet[slot]!;
        clearAlone(venue, {
          ...payout,
          wallet,
          sz,
          isBuy: false,
          dir: 'Settlement',
          hash,
          oid,
          tid: tradeId(oid, 0),
        });
      }
    }
    events.market?.({ type: 'outcomeSettled', outcome: outcome.outcome });
  }

  function change(wallet: number, outcome: Outcome, { size, isBuy }: { size: number; isBuy: boolean }): void {
    const hash = transactionHash(venue.rng, venue.blockNumber);
    for (const market of [outcome.yes, outcome.no]) {
      const oid = venue.nextOid();
      const dir = isBuy ? 'Split Outcome' : 'Merge Outcome';
      clearAlone(venue, {
        wallet,
        market,
        px: halfPx,
        sz: size,
        isBuy,
        dir,
        hash,
        oid,
        tid: tradeId(oid, 0),
      });
    }
  }

  const split = (wallet: number, outcome: Outcome, size: number) => {
    if (venue.accounts.fundSpot(wallet, size * wholePx)) change(wallet, outcome, { size, isBuy: true });
  };

  function move(outcome: Outcome): void {
    const mark = prices.mark[outcome.underlying.index]!;
    const daysLeft = Math.max(0, outcome.expiryMs - venue.timeMs) / dayMs;
    const deviation = mark * (0.0008 + 0.03 * Math.sqrt(daysLeft));
    const below = (bound: number) =>
      bound === Number.POSITIVE_INFINITY ? 1 : share((bound - mark) / deviation);
    const probability = below(outcome.to) - (outcome.from === 0 ? 0 : below(outcome.from));
    prices.setProbability(outcome.yes, outcome.no, validPx(outcome.yes, probability * wholePx));
  }

  return {
    open: () => live,
    questions: () => questions,
    find: (outcome) => all[outcome - firstOutcome],
    run() {
      const expired = live.filter(({ expiryMs }) => expiryMs <= venue.timeMs);
      live = live.filter(({ expiryMs }) => expiryMs > venue.timeMs);
      for (const outcome of expired) settle(outcome);
      const room = markets.length + 8 <= marketsLimit;
      if (room && !live.some(({ underlying }) => underlying === underlyings.binary)) listBinary();
      if (room && !live.some(({ underlying }) => underlying === underlyings.bucket)) listBucket();
      for (const outcome of live) move(outcome);
    },
    split,
    merge: (wallet, outcome, size) => change(wallet, outcome, { size, isBuy: false }),
    save: () => ({ all, questions, live }),
  };
}

/** Contracts of each side that a maker takes up to be able to sell. */
const makerStock = 20_000;

/** A smooth step from 0 to 1 without an exponential. */
function share(x: number): number {
  return 0.5 + (0.5 * x) / (1 + Math.abs(x));
}

function nextTimeOfDay(nowMs: number, hour: number): number {
  const today = utcDayStartMs(nowMs) + (hour * dayMs) / 24;
  return today > nowMs ? today : today + dayMs;
}

/** `20260503-0600`. */
function expiryText(timeMs: number): string {
  const iso = new Date(timeMs).toISOString();
  return `${iso.slice(0, 10).replaceAll('-', '')}-${iso.slice(11, 16).replace(':', '')}`;
}

/** A price without the closing `.0`, as descriptions have it. */
function plainPx(market: Market, px: number): string {
  return String(px / powersOfTen[market.pxDecimals]!);
}
