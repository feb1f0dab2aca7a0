import { type Cohort, type CohortKind, cohortsOf, placeOfCohort } from '../domain/cohort.ts';
import type { Boards } from './boards.ts';
import { type CohortColumn, type TradersBoard, traders } from './traders.ts';

/** Cohorts by everything, or by the 30 whole UTC days before today. */
export const cohortSpans = ['alltime', 'recent'] as const;
export type CohortSpan = (typeof cohortSpans)[number];

const columns: Readonly<Record<CohortSpan, Readonly<Record<CohortKind, CohortColumn>>>> = {
  alltime: { pnl: 'pnlTier', size: 'sizeTier' },
  recent: { pnl: 'pnlTierRecent', size: 'sizeTierRecent' },
};

/** Places of the wallets' cohorts, by the wallet's number: from 1, the best of its kind; 0 where it is in none. */
export function cohortPlaces(board: TradersBoard, kind: CohortKind, span: CohortSpan): ArrayLike<number> {
  return board.columns[columns[span][kind]];
}

/** A wallet's cohort; undefined where it is in none, or the board has no place for it. */
export function cohortOf(
  board: TradersBoard,
  row: number,
  kind: CohortKind,
  span: CohortSpan,
): Cohort | undefined {
  const place = row < board.count ? cohortPlaces(board, kind, span)[row]! : 0;
  return place === 0 ? undefined : cohortsOf[kind][place - 1];
}

/** Whether a wallet, by its row in the registry, is in a cohort. To be asked within the turn that the board was asked in. */
export function cohortTest(
  board: TradersBoard,
  { kind, cohort, span }: { kind: CohortKind; cohort: Cohort; span: CohortSpan },
): (wallet: number) => boolean {
  const [places, place, { count }] = [cohortPlaces(board, kind, span), placeOfCohort(kind, cohort), board];
  return (wallet) => wallet < count && places[wallet] === place;
}

/** Who is in which cohort of a kind; undefined for wallets in none. Asked before the next `await`, as the board is. */
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
