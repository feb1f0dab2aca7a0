import { largestRows } from '../../boards/largest-rows.ts';
import { type CohortSpan, cohortPlaces } from '../../boards/trader-cohorts.ts';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { type Cohort, type CohortKind, cohortsOf, placeOfCohort } from '../../domain/cohort.ts';
import { figures, list, object, orNull, schemaAt, text, wallet } from '../schema.ts';
import type { StateFeed } from '../state-topic.ts';
import { type FigureReading, figureTopics } from './figure-topic.ts';

export const membersLimit = 2_000;
/** If more wallets change, the whole state is sent instead. */
const changesLimit = 2_000;

/** Members of a cohort, with the wallets that entered and left. */
export const cohortMembersFeed: StateFeed = {
  summary: 'Members of a cohort: a state, then wallets that enter and leave',
  data: schemaAt('CohortMembers'),
  schemas: {
    CohortMembers: figures({
      count: { type: 'integer', description: 'Wallets in it' },
      leftOut: { type: 'integer', description: 'Members not listed in the state' },
      members: list(wallet),
      entered: list(object({ address: wallet, from: orNull(text('Former cohort')) })),
      left: list(object({ address: wallet, to: orNull(text('Current cohort')) })),
    }),
  },
  tier: 'pro',
  isOwn: true,
  subjects: ['cohort'],
  options: ['cohortSpan'],
  ...figureTopics(1_000, ({ cohort, cohortSpan = 'alltime' }) => memberReading(cohort!, cohortSpan)),
};

export function memberReading(
  { kind, cohort }: { kind: CohortKind; cohort: Cohort },
  span: CohortSpan,
): FigureReading {
  const place = placeOfCohort(kind, cohort);
  /** Cohort places of the last reading, by wallet number; numbers never change. */
  let before: Uint8Array | undefined;

  return async ({ sources }) => {
    const board = await sources.boards.board(traders);
    const places = cohortPlaces(board, kind, span);
    const now = new Uint8Array(board.count);
    let count = 0;
    for (let wallet = 0; wallet < now.length; wallet++) {
      now[wallet] = places[wallet]!;
      if (now[wallet] === place) count += 1;
    }
    const moves = before && movesOf(before, now, place);
    before = now;
    const head = `"count":${count}`;
    return {
      change: moves && changeOf(moves, kind, board, head),
      whole() {
        const isMember = (wallet: number) => now[wallet] === place;
        const listed = largestMembers(board, { kind, span, isMember });
        const members = listed.map((wallet) => `"${board.address(wallet)}"`);
        return `${head},"leftOut":${count - listed.length},"members":[${members.join(',')}]`;
      },
    };
  };
}

interface Move {
  wallet: number;
  /** Place of the wallet's previous (entered) or new (left) cohort; 0 for none. */
  other: number;
}

function movesOf(before: Uint8Array, now: Uint8Array, place: number) {
  const [entered, left]: [Move[], Move[]] = [[], []];
  for (let wallet = 0; wallet < now.length; wallet++) {
    const [was, is] = [before[wallet] ?? 0, now[wallet]!];
    if (was === is) continue;
    if (is === place) entered.push({ wallet, other: was });
    else if (was === place) left.push({ wallet, other: is });
  }
  return { entered, left };
}

/** Inside of the change's JSON; undefined if nothing changed, null if the whole state must be sent. */
function changeOf(
  { entered, left }: ReturnType<typeof movesOf>,
  kind: CohortKind,
  board: TradersBoard,
  head: string,
): string | undefined | null {
  const moved = entered.length + left.length;
  if (moved === 0) return undefined;
  if (moved > changesLimit) return null;
  const listOf = (moves: readonly Move[], other: string) =>
    JSON.stringify(
      moves.map((move) => ({
        address: board.address(move.wallet),
        [other]: cohortsOf[kind][move.other - 1] ?? null,
      })),
    );
  return `${head},"entered":${listOf(entered, 'from')},"left":${listOf(left, 'to')}`;
}

const measures = {
  alltime: { pnl: 'allTimePnl', size: 'allTimeVolume' },
  recent: { pnl: 'recentPnl', size: 'recentVolume' },
} as const;

/** Members by the absolute value of the cohort's measure, largest first. */
function largestMembers(
  { columns, count }: TradersBoard,
  of: { kind: CohortKind; span: CohortSpan; isMember(wallet: number): boolean },
): number[] {
  const column = columns[measures[of.span][of.kind]];
  const value = (wallet: number) => Math.abs(column[wallet]!);
  const { rows } = largestRows(count, { accept: of.isMember, value, wanted: membersLimit });
  return rows.slice(0, membersLimit);
}
