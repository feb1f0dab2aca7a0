import type { LoggedFill } from '../changes/logged-fill.ts';
import { autoDeleveraging, isMarketTrade } from '../domain/fill.ts';
import { fillParts, isFlat } from '../domain/open-position.ts';
import { cutScaled, scaledText } from '../kernel/scaled.ts';
import type { EventFilter } from './event-filter.ts';
import { derived, type EventFeed } from './feed.ts';
import { decimal, integer, object, schemaAt, text, timeMs, wallet } from './schema.ts';

/**
 * Events without an exchange feed. Each derives from one fill, so live events, resumed cursors and replays give the same events.
 */

/** Effect of a fill on a position. */
const lifecycleEvents = ['opened', 'increased', 'reduced', 'flipped', 'closed', 'liquidated'] as const;
/** Kind of an outcome fill. */
const outcomeEvents = ['trade', 'settlement', 'conversion'] as const;

interface NamedElement {
  event: string;
  [field: string]: unknown;
}

const scale = 12;
/** Decimal text without trailing zeros, but with at least one decimal. */
const textOf = (value: bigint) => scaledText(value, scale, scale).replace(/(\.\d+?)0+$/, '$1');

/** Derived from the start position that the exchange reports with the fill (docs/methodology.md#position-lifecycles). */
function lifecycleElement(fill: LoggedFill): NamedElement {
  const { wallet, coin, timeMs, tid, side } = fill;
  const { px, sz, startPosition, dir, closedPnl, fee, feeToken, hash } = fill.said();
  const start = cutScaled(startPosition, scale);
  const [isBuy, size] = [side === 'B', cutScaled(sz, scale)];
  const parts = fillParts({ timeMs, isBuy, px: 0n, sz: size, startPosition: start, closedPnl: 0n });
  const { endPosition } = parts;
  const by = causeOf(fill, dir);
  const isLong = endPosition === 0n ? start > 0n : endPosition > 0n;
  return {
    event: by === 'liquidation' ? 'liquidated' : changeOf(start, parts),
    by,
    wallet,
    coin,
    time: timeMs,
    side: isLong ? 'long' : 'short',
    startPosition,
    endPosition: textOf(endPosition),
    px,
    sz,
    closedPnl,
    fee,
    feeToken,
    hash,
    tid,
  };
}

/** Cause of a fill. */
function causeOf({ wallet, liquidation }: LoggedFill, dir: string) {
  if (liquidation?.liquidatedUser === wallet) return 'liquidation';
  if (dir === autoDeleveraging) return 'adl';
  return dir === 'Settlement' ? 'settlement' : 'trade';
}

function changeOf(
  start: bigint,
  { endPosition, closedSz, openedSz }: ReturnType<typeof fillParts>,
): (typeof lifecycleEvents)[number] {
  if (endPosition === 0n) return 'closed';
  if (closedSz > 0n) return openedSz > 0n ? 'flipped' : 'reduced';
  return isFlat(start) ? 'opened' : 'increased';
}

/** Splitting, merging and negating shares has no counterparty. */
function outcomeElement(fill: LoggedFill): NamedElement {
  const { wallet, coin, timeMs, tid, side } = fill;
  const { px, sz, startPosition, dir, closedPnl, fee, feeToken, hash } = fill.said();
  return {
    event: isMarketTrade(dir) ? 'trade' : dir === 'Settlement' ? 'settlement' : 'conversion',
    wallet,
    coin,
    time: timeMs,
    side,
    px,
    sz,
    dir,
    startPosition,
    closedPnl,
    fee,
    feeToken,
    hash,
    tid,
  };
}

/** One element per fill whose event passes the filter. */
const elementsOf = (element: (fill: LoggedFill) => NamedElement) =>
  function elements(fills: readonly LoggedFill[], { events }: Pick<EventFilter, 'events'>): string[] {
    const all = fills.map(element);
    const wanted = events === undefined ? all : all.filter(({ event }) => events.includes(event));
    return wanted.map((one) => JSON.stringify(one));
  };

const lifecycleElements = elementsOf(lifecycleElement);
const outcomeElements = elementsOf(outcomeElement);

export const lifecyclesFeed: EventFeed = {
  ...derived,
  kind: 'perp',
  events: lifecycleEvents,
  elements: lifecycleElements,
  summary: 'Changes of positions, one for each fill of a perp',
  data: schemaAt('PositionChange'),
  schemas: {
    PositionChange: object({
      event: { enum: lifecycleEvents },
      by: { enum: ['trade', 'liquidation', 'adl', 'settlement'] },
      wallet,
      coin: text(),
      time: timeMs,
      side: { enum: ['long', 'short'] },
      startPosition: decimal,
      endPosition: decimal,
      px: decimal,
      sz: decimal,
      closedPnl: decimal,
      fee: decimal,
      feeToken: text(),
      hash: text(),
      tid: integer,
    }),
  },
};

export const outcomeEventsFeed: EventFeed = {
  ...derived,
  kind: 'outcome',
  events: outcomeEvents,
  elements: outcomeElements,
  summary: 'Trades, settlements and conversions of outcomes',
  data: schemaAt('OutcomeEvent'),
  schemas: {
    OutcomeEvent: object({
      event: { enum: outcomeEvents },
      wallet,
      coin: text(),
      time: timeMs,
      side: { enum: ['B', 'A'] },
      px: decimal,
      sz: decimal,
      dir: text(),
      startPosition: decimal,
      closedPnl: decimal,
      fee: decimal,
      feeToken: text(),
      hash: text(),
      tid: integer,
    }),
  },
};
