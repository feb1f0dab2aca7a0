import type { CohortSpan } from '../boards/trader-cohorts.ts';
import type { LogFilter } from '../changes/fill-log.ts';
import type { Cohort, CohortKind } from '../domain/cohort.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { EventFilter, ListName } from './event-filter.ts';

/** @returns undefined for a wallet in no cohort */
export type CohortMembers = (wallet: string) => Cohort | undefined;

/** @param span default: all-time */
export type ReadCohorts = (kind: CohortKind, span?: CohortSpan) => Promise<CohortMembers>;

/** Whether a wallet currently belongs to a filter's cohort and list. */
export type IsMember = (wallet: string) => boolean;

export interface MemberSources {
  cohorts: ReadCohorts;
  /** As `WalletLists.listSince` of the control store; undefined without lists. */
  lists?: ((of: ListName, version: string | undefined) => Promise<ListNews | undefined>) | undefined;
}

/** Current version of a list; `wallets` is undefined if unchanged since the known version. */
export interface ListNews {
  version: string;
  wallets: readonly string[] | undefined;
}

/** The list of a subscription does not exist or was deleted. */
export class UnknownList extends Error {
  constructor() {
    super('unknown list');
    this.name = 'UnknownList';
  }
}

interface Concerned {
  filter: EventFilter;
}

interface KnownList {
  version: string;
  wallets: readonly string[];
  has: ReadonlySet<string>;
  readMs: number;
}

/** Refresh interval of a list, and time until an unused list is evicted, milliseconds. */
const listTimes = { everyMs: 1_000, keptMs: 3_600_000 };

export type Memberships = ReturnType<typeof createMemberships>;

/** Caches cohort and list memberships; subscriptions refresh them before each page. */
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
    /** Refreshes the cohorts and lists of subscriptions; a failed read keeps its stale value. @throws the first error, after all reads */
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
    /** Whether the list was missing at the last read. */
    isGone,
    /** Undefined if the filter names neither cohort nor list. */
    of(concerned: Concerned): IsMember | undefined {
      const { cohort, list } = concerned.filter;
      if (cohort === undefined && list === undefined) return undefined;
      const members = cohort && knownCohorts.get(cohortNameOf(concerned.filter));
      const listed = listOf(concerned)?.has;
      return (wallet) =>
        (cohort === undefined || members?.(wallet) === cohort.cohort) &&
        (list === undefined || listed?.has(wallet) === true);
    },
    /** Filter for the log query, with the wallets of the list, so that no others are read. */
    logFilterOf(concerned: Concerned): LogFilter {
      const { filter } = concerned;
      const listed = filter.wallets === undefined ? listOf(concerned) : undefined;
      return listed === undefined ? filter : { ...filter, wallets: listed.wallets };
    },
  };
}

const nameOf = ({ accountId, name }: ListName) => `${accountId} ${name}`;
const cohortNameOf = ({ cohort, cohortSpan }: EventFilter) => `${cohort?.kind} ${cohortSpan}`;
