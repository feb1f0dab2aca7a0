import { clearAlone } from '../clearing.ts';
import { decimalText } from '../decimal.ts';
import { feeOf, feeRate, feeTiers } from '../fees.ts';
import { tradeId, transactionHash } from '../hex.ts';
import { addMarket, type Market, marketsLimit } from '../market.ts';
import type { Venue } from '../venue.ts';
import { createInventory, type Inventory } from './inventory.ts';
import { decide, price, wander } from './odds.ts';
import { type Outcome, type Question, wholePx } from './outcome.ts';
import { type Listing, nextExpiryMs, outcomeSeries, type Series } from './series.ts';

/** Keeps an outcome of every series listed, and settles them. */
export interface Outcomes extends Inventory {
  open(): readonly Outcome[];
  questions(): readonly Question[];
  /** Finds any outcome, including settled ones. */
  find(outcome: number): Outcome | undefined;
  /** All outcomes of its question, or the outcome alone if it has no question. */
  answers(outcome: Outcome): readonly Outcome[];
  /** Settles expired outcomes, lists their successors, and moves the probabilities. */
  run(): void;
  save(): OutcomesState;
}

export interface OutcomesState {
  all: Outcome[];
  questions: Question[];
  live: Outcome[];
  movedMs: number;
}

const firstOutcome = 173;
const firstQuestion = 32;
/** Maximum markets of a series. */
const marketsOfSeries = 8;

export function createOutcomes(venue: Venue, saved?: OutcomesState): Outcomes {
  const { markets, prices, events } = venue;
  const all: Outcome[] = saved?.all ?? [];
  const questions: Question[] = saved?.questions ?? [];
  let live: Outcome[] = saved?.live ?? [];
  let movedMs = saved?.movedMs ?? venue.timeMs;

  function answers(outcome: Outcome): readonly Outcome[] {
    if (outcome.question === undefined) return [outcome];
    return questions[outcome.question - firstQuestion]!.outcomes.map((id) => all[id - firstOutcome]!);
  }

  function add(
    fields: Listing['outcomes'][0] & Pick<Outcome, 'question' | 'series' | 'expiryMs' | 'venue'>,
  ): Outcome {
    const outcome = firstOutcome + all.length;
    const common = { kind: 'outcome' as const, szDecimals: 0, px: 0.5, feeScale: fields.venue?.feeScale };
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
    return added;
  }

  function list({ name: series, hour, list: listing }: Series): void {
    const expiryMs = nextExpiryMs(venue.timeMs, hour);
    const { question: params, outcomes, venue: listedOn } = listing(venue, expiryMs);
    const question = params && firstQuestion + questions.length;
    const added = outcomes.map((one) => add({ ...one, question, series, expiryMs, venue: listedOn }));
    if (params !== undefined) {
      const ids = added.map(({ outcome }) => outcome);
      questions.push({ ...params, question: question!, outcomes: ids, fallback: ids[0]! });
    }
    price(venue, added);
    for (const { outcome } of added) events.market?.({ type: 'outcomeCreated', outcome });
  }

  function expire(): void {
    const expired = live.filter(({ expiryMs }) => expiryMs <= venue.timeMs);
    if (expired.length === 0) return;
    live = live.filter(({ expiryMs }) => expiryMs > venue.timeMs);
    for (const first of expired) {
      if (first.settleFraction !== undefined) continue;
      const requests = answers(first);
      const fractions = decide(venue, requests);
      for (const [place, outcome] of requests.entries()) {
        outcome.settleFraction = fractions[place]!;
        settle(venue, outcome);
        events.market?.({ type: 'outcomeSettled', outcome: outcome.outcome });
      }
    }
  }

  return {
    ...createInventory(venue),
    open: () => live,
    questions: () => questions,
    find: (outcome) => all[outcome - firstOutcome],
    answers,
    run() {
      expire();
      for (const series of outcomeSeries) {
        const room = markets.length + marketsOfSeries <= marketsLimit;
        if (room && !live.some((outcome) => outcome.series === series.name)) list(series);
      }
      wander(live, venue.rng, venue.timeMs - movedMs);
      movedMs = venue.timeMs;
      for (const outcome of live) {
        const requests = answers(outcome);
        if (requests[0] === outcome) price(venue, requests);
      }
    },
    save: () => ({ all, questions, live, movedMs }),
  };
}

/** Pays every holder of a side its settlement value. */
function settle(venue: Venue, outcome: Outcome): void {
  const { yes, no, decision, settleFraction = 0 } = outcome;
  const { positions, books } = venue;
  if ('underlying' in decision) {
    const { index, pxDecimals } = decision.underlying;
    outcome.details = `price:${decimalText(venue.prices.mark[index]!, pxDecimals)}`;
  }
  const hash = transactionHash(venue.rng, venue.blockNumber);
  books.cancel(yes.book, () => true);
  const yesPx = Math.round(settleFraction * wholePx);
  const payouts: [Market, number][] = [
    [yes, yesPx],
    [no, wholePx - yesPx],
  ];
  for (const [market, px] of payouts) {
    market.open = false;
    for (let slot = positions.firstOfMarket(market.index); slot >= 0; slot = positions.nextOfMarket[slot]!) {
      const sz = positions.szi[slot]!;
      if (sz === 0) continue;
      const oid = venue.nextOid();
      const wallet = positions.wallet[slot]!;
      const tier = feeTiers[venue.population.wallets[wallet]!.feeTier]!;
      const paid = {
        fee: feeOf(px * sz, feeRate(market, tier, { crossed: true, isBuy: false })),
        market,
        px,
        wallet,
        sz,
        isBuy: false,
        dir: 'Settlement',
        hash,
        oid,
        tid: tradeId(oid, 0),
      };
      const realized = clearAlone(venue, paid);
      venue.outcomeBooks.addPayout(wallet, market, { amount: sz * px, realized });
    }
  }
}
