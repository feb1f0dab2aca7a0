import { dayMs, utcDayStartMs } from '../../../../src/kernel/clock.ts';
import type { SeededRng } from '../../../../src/kernel/rng.ts';
import { powersOfTen } from '../decimal.ts';
import type { Market } from '../market.ts';
import type { Venue } from '../venue.ts';
import type { Outcome, OutcomeVenue } from './outcome.ts';

/** Outcomes listed together: independent outcomes, or a question with its outcomes, the fallback first. */
export interface Listing {
  question?: { name: string; description: string };
  outcomes: Pick<Outcome, 'name' | 'description' | 'sides' | 'decision' | 'odds'>[];
  /** Undefined for listings of the exchange itself. */
  venue?: OutcomeVenue;
}

/** A kind of outcomes with always an open member: the next is listed as the last expires. */
export interface Series {
  name: string;
  /** Hour of the day at which it expires, UTC. */
  hour: number;
  list(venue: Venue, expiryMs: number): Listing;
}

const yesNo = ['Yes', 'No'] as const;

/** Price outcomes are listed last in a day. Names and texts resemble those of the exchange (its `outcomeMeta`). */
export const outcomeSeries: readonly Series[] = [
  { name: 'binary', hour: 6, list: listBinary },
  { name: 'range', hour: 2, list: listRange },
  { name: 'contest', hour: 3, list: listContest },
  { name: 'bucket', hour: 18, list: listBucket },
  { name: 'game', hour: 4, list: listGame },
  { name: 'strike', hour: 12, list: listStrike },
];

/** Expiry of the current listing. */
export function nextExpiryMs(nowMs: number, hour: number): number {
  const today = utcDayStartMs(nowMs) + (hour * dayMs) / 24;
  return today > nowMs ? today : today + dayMs;
}

function listBinary({ markets, prices }: Venue, expiryMs: number): Listing {
  const underlying = markets[0]!;
  const target = prices.mark[underlying.index]!;
  const description = `class:priceBinary|underlying:${underlying.coin}|expiry:${expiryText(expiryMs)}|targetPrice:${plainPx(underlying, target)}|period:1d`;
  const decision = { by: 'price' as const, underlying, from: target, to: Number.POSITIVE_INFINITY };
  return { outcomes: [{ name: 'Recurring', description, sides: yesNo, decision, odds: 0 }] };
}

/** A price binary of a venue: its Yes pays strictly above the threshold. */
function listStrike({ markets, prices }: Venue, expiryMs: number): Listing {
  const underlying = markets[1]!;
  const threshold = prices.mark[underlying.index]!;
  const { coin } = underlying;
  const description = `perp:${coin}|priceDescription:${coin}-USDC perp mark|seconds:60|threshold:${plainPx(underlying, threshold)}|time:${expiryText(expiryMs)}`;
  const decision = { by: 'price' as const, underlying, from: threshold + 1, to: Number.POSITIVE_INFINITY };
  const sides = ['template:Yes', 'template:No'] as const;
  return {
    venue: { name: 'out', feeScale: 1 },
    outcomes: [{ name: 'template:binaryPrice', description, sides, decision, odds: 0 }],
  };
}

/** Three ranges of a price, and a fallback that never wins: the ranges cover every price. */
function listBucket({ markets, prices }: Venue, expiryMs: number): Listing {
  const underlying = markets[1]!;
  const mark = prices.mark[underlying.index]!;
  const [low, high] = [Math.round(mark * 0.985), Math.round(mark * 1.015)];
  const thresholds = `${plainPx(underlying, low)},${plainPx(underlying, high)}`;
  const bounds = [0, low, high, Number.POSITIVE_INFINITY];
  const named = [0, 1, 2].map((i) => ({
    name: 'Recurring Named Outcome',
    description: `index:${i}`,
    sides: yesNo,
    odds: 0,
    decision: { by: 'price' as const, underlying, from: bounds[i]!, to: bounds[i + 1]! },
  }));
  return {
    question: {
      name: 'Recurring',
      description: `class:priceBucket|underlying:${underlying.coin}|expiry:${expiryText(expiryMs)}|priceThresholds:${thresholds}|period:1d`,
    },
    outcomes: [fallback('Recurring Fallback', 'other', 0), ...named],
  };
}

/** Outcome without a question that pays a fraction: the price's position between two bounds. */
function listRange({ markets, prices, rng }: Venue, expiryMs: number): Listing {
  const underlying = markets[rng.below(2)]!;
  const mark = prices.mark[underlying.index]!;
  const [from, to] = [Math.round(mark * 0.96), Math.round(mark * 1.04)];
  const [low, high] = [plainPx(underlying, from), plainPx(underlying, to)];
  const name = `${underlying.coin} between ${low} and ${high}`;
  const description = `The market resolves to the part of the way from ${low} to ${high} that the mark price of ${underlying.coin} has gone at ${minuteText(expiryMs)}: to 0 at or below ${low}, to 1 at or above ${high}.`;
  const decision = { by: 'scale' as const, underlying, from, to };
  return { outcomes: [{ name, description, sides: ['Higher', 'Lower'], decision, odds: 0 }] };
}

const cities = [
  'Lisbon',
  'Porto',
  'Madrid',
  'Seville',
  'Turin',
  'Naples',
  'Lyon',
  'Marseille',
  'Munich',
  'Bremen',
  'Vienna',
  'Prague',
  'Glasgow',
  'Leeds',
  'Bristol',
  'Rotterdam',
  'Antwerp',
  'Copenhagen',
  'Oslo',
  'Athens',
];
const banks = ['Fed', 'ECB', 'Bank of England', 'Bank of Japan', 'Bank of Canada', 'Swiss National Bank'];

/** A question of three named outcomes, decided by chance: the winner of a match, or a bank's decision by a template. */
function listContest({ rng }: Venue, expiryMs: number): Listing {
  const day = minuteText(expiryMs).slice(0, 10);
  const isMatch = rng.unit() < 0.6;
  const [home, away] = pair(cities, rng);
  const bank = banks[rng.below(banks.length)]!;
  const decision = { by: 'contest' as const };
  const named = (name: string, description: string) => ({
    name,
    description,
    sides: yesNo,
    decision,
    odds: 0.3 + rng.unit(),
  });
  if (!isMatch) {
    const moves = ['NoChange', 'Decrease', 'Increase'].map((move) => named(`template:policyRate${move}`, ''));
    const description = `decisionLabel:${day}|institution:${bank}|scheduledDecision:${expiryText(expiryMs)}`;
    return {
      venue: { name: 'rate', feeScale: 2.5 },
      question: { name: 'template:policyRateDecision', description },
      outcomes: [fallback('template fallback', 'other', 0.05), ...moves],
    };
  }
  const texts: [name: string, event: string][] = [
    [home, `${home} wins the match against ${away} on ${day}`],
    ['Draw', `the match of ${home} and ${away} on ${day} is drawn`],
    [away, `${away} wins the match against ${home} on ${day}`],
  ];
  return {
    question: {
      name: `${home} vs ${away}, ${day}`,
      description: `One of the named outcomes resolves to Yes by what is officially declared on ${day}; the fallback does if nothing is.`,
    },
    outcomes: [
      fallback('Fallback', '', 0.05),
      ...texts.map(([name, event]) => named(name, `This outcome resolves to Yes if ${event}.`)),
    ],
  };
}

/** Outcome without a question; its template names the sides by keywords. Pays a half if the game is called off. */
function listGame({ rng }: Venue, expiryMs: number): Listing {
  const [home, away] = pair(cities, rng);
  const description = `participantA:${home}|participantB:${away}|scheduledStart:${expiryText(expiryMs - dayMs / 12)}|sport:Basketball`;
  const sides = ['template:{participantA}', 'template:{participantB}'] as const;
  const odds = 0.3 + 0.4 * rng.unit();
  return {
    venue: { name: 'out', feeScale: 0.5 },
    outcomes: [{ name: 'template:sportsContestWinner', description, sides, decision: { by: 'game' }, odds }],
  };
}

function fallback(name: string, description: string, odds: number): Listing['outcomes'][0] {
  return { name, description, sides: yesNo, decision: { by: 'rest' }, odds };
}

/** Two that are not the same. */
function pair(names: readonly string[], rng: SeededRng): [string, string] {
  const first = rng.below(names.length);
  const second = (first + 1 + rng.below(names.length - 1)) % names.length;
  return [names[first]!, names[second]!];
}

/** `20260503-0600`. */
function expiryText(timeMs: number): string {
  const iso = new Date(timeMs).toISOString();
  return `${iso.slice(0, 10).replaceAll('-', '')}-${iso.slice(11, 16).replace(':', '')}`;
}

/** `2026-05-03 06:00 UTC`. */
function minuteText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A price without the closing `.0`, as descriptions have it. */
function plainPx(market: Market, px: number): string {
  return String(px / powersOfTen[market.pxDecimals]!);
}
