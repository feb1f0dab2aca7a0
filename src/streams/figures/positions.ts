import { cohortTest } from '../../boards/trader-cohorts.ts';
import { traders } from '../../boards/traders.ts';
import { largestPositions } from '../../endpoints/cohorts/largest-positions.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type PositionRow, positionRow } from '../../positions/position-columns.ts';
import { isFreshState } from '../../positions/valued-positions.ts';
import { decimal, figures, list, number, object, orNull, schemaAt, text, wallet } from '../schema.ts';
import type { StateArguments, StateFeed } from '../state-topic.ts';
import { type FigureList, listReading } from './figure-list.ts';
import { type FigureContext, figureTopics } from './figure-topic.ts';

export const positionsLimit = 100;

/** Open positions of a wallet, or the largest of a cohort or coin. Clients compute values from the marks, sent as a separate part. */
export const positionsFeed: StateFeed = {
  summary: `Open positions of a wallet, or the ${positionsLimit} largest of a cohort or a coin: a state, then changes`,
  data: schemaAt('Positions'),
  schemas: {
    Position: object({
      address: wallet,
      coin: text(),
      side: { enum: ['long', 'short'] },
      size: number,
      entryPx: orNull(number),
      leverage: orNull(number),
      leverageType: orNull(text()),
      liquidationPx: orNull(number),
      marginUsed: orNull(number),
      fundingSinceOpen: orNull(number),
      openedAt: text('RFC 3339'),
      updatedAt: text('RFC 3339'),
    }),
    Positions: figures({
      marks: { type: 'object', additionalProperties: decimal },
      leftOut: { type: 'integer', description: 'Positions not listed' },
      positions: {
        ...list(schemaAt('Position')),
        description: 'Largest first; a change has the new and changed ones',
      },
      gone: list(object({ address: wallet, coin: text() })),
    }),
  },
  tier: 'pro',
  isOwn: true,
  subjects: ['user', 'cohort', 'coin'],
  options: ['cohortSpan'],
  ...figureTopics(250, (params) => listReading((context) => readPositions(params, context))),
};

interface Found {
  rows: readonly PositionRow[];
  leftOut: number;
}

async function readPositions(params: StateArguments, context: FigureContext): Promise<FigureList> {
  const { positions, market } = context.sources;
  await positions.ready;
  const { rows, leftOut } =
    params.wallet === undefined
      ? await readLargest(params, context)
      : { rows: positions.ofWallet(params.wallet), leftOut: 0 };
  const nowMs = context.clock.nowMs();
  const coins = [...new Set(rows.map(({ coin }) => coin))].sort();
  const marks = coins.flatMap((coin) => {
    const mark = market.mark(coin);
    return mark === undefined ? [] : [[coin, mark.px]];
  });
  return {
    parts: new Map([
      ['marks', JSON.stringify(Object.fromEntries(marks))],
      ['leftOut', `${leftOut}`],
    ]),
    name: 'positions',
    rows: new Map(rows.map((row) => shown(row, positions.address(row.wallet), nowMs))),
  };
}

async function readLargest(
  { coin, cohort, cohortSpan }: StateArguments,
  { sources }: FigureContext,
): Promise<Found> {
  const coins = coin === undefined ? sources.positions.coins() : [coin];
  const only =
    cohort === undefined
      ? () => true
      : cohortTest(await sources.boards.board(traders), { ...cohort, span: cohortSpan ?? 'alltime' });
  const { largest, matching } = largestPositions(sources, { coins, only }, positionsLimit);
  const rows = largest.map(({ columns, row }) => positionRow(columns, row));
  return { rows, leftOut: matching - rows.length };
}

/** Key and JSON of a position, without values that depend on the mark price. */
function shown(row: PositionRow, address: string, nowMs: number): [string, string] {
  const { coin, size, entryPx, liquidationPx, openedMs, updatedMs } = row;
  const isFresh = isFreshState(row.stateMs, nowMs);
  const ofState = <T>(value: T | undefined) => (isFresh && value !== undefined ? value : null);
  const key = JSON.stringify({ address, coin });
  const json = JSON.stringify({
    address,
    coin,
    side: size > 0 ? 'long' : 'short',
    size: Math.abs(size),
    entryPx: entryPx ?? null,
    leverage: ofState(row.leverage),
    leverageType: ofState(row.leverageType),
    liquidationPx: liquidationPx ?? null,
    marginUsed: ofState(row.marginUsed),
    fundingSinceOpen: ofState(row.fundingSinceOpen),
    openedAt: rfc3339(openedMs),
    updatedAt: rfc3339(updatedMs),
  });
  return [key, json];
}
