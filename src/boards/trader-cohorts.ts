import { type Cohort, type CohortKind, cohortsOf, placeOfCohort } from '../domain/cohort.ts';
import type { Boards } from './boards.ts';
import { type CohortColumn, type TradersBoard, traders } from './traders.ts';

/** Cohorts by all time, or by the 30 whole UTC days before today. */
export const cohortSpans = ['alltime', 'recent'] as const;
export type CohortSpan = (typeof cohortSpans)[number];

const columns: Readonly<Record<CohortSpan, Readonly<Record<CohortKind, CohortColumn>>>> = {
  alltime: { pnl: 'pnlTier', size: 'sizeTier' },
  recent: { pnl: 'pnlTierRecent', size: 'sizeTierRecent' },
};

/** Cohort place by wallet number: 1 = best of its kind, 0 = no cohort. */
export function cohortPlaces(board: TradersBoard, kind: CohortKind, span: CohortSpan): ArrayLike<number> {
  return board.columns[columns[span][kind]];
}

/** A wallet's cohort; undefined if it is in none, or if the board has no row for it. */
export function cohortOf(
  board: TradersBoard,
  row: number,
  kind: CohortKind,
  span: CohortSpan,
): Cohort | undefined {
  const place = row < board.count ? cohortPlaces(board, kind, span)[row]! : 0;
  return place === 0 ? undefined : cohortsOf[kind][place - 1];
}

/** Test whether a wallet (row in the registry) is in a cohort. Valid within the turn that created it. */
export function cohortTest(
  board: TradersBoard,
  { kind, cohort, span }: { kind: CohortKind; cohort: Cohort; span: CohortSpan },
): (wallet: number) => boolean {
  const [places, place, { count }] = [cohortPlaces(board, kind, span), placeOfCohort(kind, cohort), board];
  return (wallet) => wallet < count && places[wallet] === place;
}

/** Lookup of a wallet's cohort of a kind; undefined for wallets in none. Use before the next `await`, as with the board. */
export async function cohortMembers(
  boards: Pick<Boards, 'board'>,
  kind: CohortKind,
  span: CohortSpan = 'alltime',
): Promise<(wallet: string) => Cohort | undefined> {
  const board = await boards.board(traders);
  return (wallet) => {
    const row = board.find(wallet);
    return row === undefined ? undefined : cohortOf(board, row, kind, span);
  };
}
