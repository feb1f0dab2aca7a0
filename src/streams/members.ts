import type { CohortSpan } from '../boards/trader-cohorts.ts';
import type { LogFilter } from '../changes/fill-log.ts';
import type { Cohort, CohortKind } from '../domain/cohort.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { EventFilter, ListName } from './event-filter.ts';

/** Who is in a cohort now. */
export type CohortMembers = (wallet: string) => Cohort | undefined;

/** Reads who is in which cohort of a kind now; all-time without a span. */
export type ReadCohorts = (kind: CohortKind, span?: CohortSpan) => Promise<CohortMembers>;

/** Whether a wallet is one of those that a filter is of now. */
export type IsMember = (wallet: string) => boolean;

/** Who is in what a filter may name. */
export interface MemberSources {
  cohorts: ReadCohorts;
  /** As `WalletLists.listSince` of the control store; absent where there are no lists. */
  lists?: ((of: ListName, version: string | undefined) => Promise<ListNews | undefined>) | undefined;
}

/** A list now; `wallets` where these are others than in the version that was known. */
export interface ListNews {
  version: string;
  wallets: readonly string[] | undefined;
}

/** A subscription is of a list that is not there, or no longer. */
export class UnknownList extends Error {
  constructor() {
    super('unknown list');
    this.name = 'UnknownList';
  }
}

/** Where a filter stands. */
interface Concerned {
  filter: EventFilter;
}

interface KnownList {
  version: string;
  wallets: readonly string[];
  has: ReadonlySet<string>;
  readMs: number;
}

/** A change of a list acts within this time; a list that nothing follows is forgotten after that one. */
const listTimes = { everyMs: 1_000, keptMs: 3_600_000 };

export type Memberships = ReturnType<typeof createMemberships>;

/** Who is in which cohort and in which list, as of the last page of a subscription that asked. */
export function createMemberships({ cohorts, lists }: MemberSources) {
  const knownCohorts = new Map<string, CohortMembers>();
  const knownLists = new Map<string, KnownList>();
  const listOf = ({ filter }: Concerned) => filter.list && knownLists.get(nameOf(filter.list));

  async function readList(of: ListName): Promise<void> {
    const known = knownLists.get(nameOf(of));
    const nowMs = monotonicMs();
    if (known !== undefined && nowMs - known.readMs < listTimes.everyMs) return;
    const news = await lists?.(of, known?.version);
    if (news === undefined) knownLists.delete(nameOf(of));
    else if (news.wallets === undefined) known!.readMs = nowMs;
    else
      knownLists.set(nameOf(of), {
        version: news.version,
        wallets: news.wallets,
        has: new Set(news.wallets),
        readMs: nowMs,
      });
  }

  const isGone = (of: Concerned): boolean => of.filter.list !== undefined && listOf(of) === undefined;

  return {
    /** Reads what subscriptions need of it. What cannot be read stays as it was known. @throws the first fault, once all were tried */
    async read(of: readonly Concerned[]): Promise<void> {
      const filters = new Map(of.map(({ filter }) => [cohortNameOf(filter), filter]));
      const named = new Map(of.flatMap(({ filter: { list } }) => (list ? [[nameOf(list), list]] : [])));
      const oldestMs = monotonicMs() - listTimes.keptMs;
      for (const [name, { readMs }] of knownLists)
        if (readMs < oldestMs && !named.has(name)) knownLists.delete(name);
      const readings = await Promise.allSettled([
        ...[...filters].map(async ([name, { cohort, cohortSpan }]) => {
          if (cohort !== undefined) knownCohorts.set(name, await cohorts(cohort.kind, cohortSpan));
        }),
        ...[...named.values()].map(readList),
      ]);
      const failed = readings.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    /** Whether its list was not there when it was read. */
    isGone,
    /** Undefined where the filter names neither a cohort nor a list. */
    of(concerned: Concerned): IsMember | undefined {
      const { cohort, list } = concerned.filter;
      if (cohort === undefined && list === undefined) return undefined;
      const members = cohort && knownCohorts.get(cohortNameOf(concerned.filter));
      const listed = listOf(concerned)?.has;
      return (wallet) =>
        (cohort === undefined || members?.(wallet) === cohort.cohort) &&
        (list === undefined || listed?.has(wallet) === true);
    },
    /** What a reading of the log may leave out: with the wallets of a list, no others are read. */
    logFilterOf(concerned: Concerned): LogFilter {
      const { filter } = concerned;
      const listed = filter.wallets === undefined ? listOf(concerned) : undefined;
      return listed === undefined ? filter : { ...filter, wallets: listed.wallets };
    },
  };
}

const nameOf = ({ accountId, name }: ListName) => `${accountId} ${name}`;
const cohortNameOf = ({ cohort, cohortSpan }: EventFilter) => `${cohort?.kind} ${cohortSpan}`;
