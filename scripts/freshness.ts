/** Writes the tables of docs/freshness.md from the declarations of every view and endpoint. `--check` only compares. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { keepFolding } from '../src/app/lifecycles.ts';
import { createChangeFeed, type Follower, lookEveryMs } from '../src/changes/change-feed.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import { type AgeName, ages } from '../src/endpoints/ages.ts';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { createFoldWatch } from '../src/lifecycles/fold-watch.ts';
import { openStoredMarket } from '../src/market/stored-market.ts';
import { openViews } from '../src/views/views.ts';

const file = join(import.meta.dirname, '..', 'docs', 'freshness.md');

/** All views of a process, begun over a store that never answers. They end with the process. */
export function declaredViews(): readonly Follower[] {
  const never = () => new Promise<never>(() => undefined);
  const store: AnalyticsStore = {
    kind: 'chdb',
    rows: never,
    bytes: never,
    command: never,
    insertArrow: never,
    close: async () => undefined,
  };
  const feed = createChangeFeed({ store, onError: () => undefined });
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-freshness-'));
  const log = createLog({ level: 'silent' });
  const signal = new AbortController().signal;
  void keepFolding({ analytics: store, feed, dir, log, watch: createFoldWatch() }, signal);
  rmSync(dir, { recursive: true });
  const parts = { store, feed, clock: systemClock, onError: () => undefined };
  const market = openStoredMarket({ ...parts, analytics: store });
  openViews({ ...parts, market, wallets: createWalletIndex(), onClose: () => undefined }).start();
  return feed.followers();
}

/** From when fills are stored until a view shows them, at most, milliseconds. */
export function worstAgeMs(view: Follower, all: readonly Follower[]): number {
  const before = all.find(({ name }) => name === view.behind);
  return view.maxAgeMs + (before?.maxAgeMs ?? 0);
}

/** From when fills are stored until a page of an age that rests on a view shows them, at most, milliseconds. */
export function worstPageAgeMs(age: AgeName, view: Follower, all: readonly Follower[]): number {
  return worstAgeMs(view, all) + ages[age].lagMs;
}

const seconds = (ms: number) => `${ms / 1_000} s`;

function viewTable(views: readonly Follower[]): string {
  const rows = views
    .toSorted((a, b) => worstAgeMs(a, views) - worstAgeMs(b, views) || (a.name < b.name ? -1 : 1))
    .map((view) => {
      const { name, maxAgeMs, behind = 'stored batches and facts' } = view;
      return `| ${name} | ${behind} | ${seconds(maxAgeMs)} | ${seconds(worstAgeMs(view, views))} |`;
    });
  return [
    `Looks at the store: every ${seconds(lookEveryMs)}.`,
    '',
    '| view | follows | own age at most | behind what is stored |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function pageTable(): string {
  const rows = (Object.keys(ages) as AgeName[]).map((age) => {
    const { lagMs, clientSeconds } = ages[age];
    const ids = catalogue.filter((one) => one.age === age).map(({ id }) => `\`${id}\``);
    return `| ${age} | ${seconds(lagMs)} | ${clientSeconds} s | ${ids.sort().join(', ')} |`;
  });
  return ['| age | lag of a page | `max-age` | pages |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The page with current tables. @throws Error if the page has no place for a table */
export function freshnessPage(current: string, views = declaredViews()): string {
  const tables = { views: viewTable(views), pages: pageTable() };
  return Object.entries(tables).reduce((page, [name, table]) => {
    const [begin, end] = [`<!-- ${name}: made by scripts/freshness.ts -->`, `<!-- end of ${name} -->`];
    const [from, to] = [page.indexOf(begin), page.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/freshness.md has no lines ${begin} and ${end}`);
    return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
  }, current);
}

if (process.argv[1] === import.meta.filename) {
  const current = readFileSync(file, 'utf8');
  const page = freshnessPage(current);
  if (!process.argv.includes('--check')) writeFileSync(file, page);
  else if (page !== current) {
    console.error(
      'docs/freshness.md is not what the views declare. Run: ./scripts/run.sh scripts/freshness.ts',
    );
    process.exitCode = 1;
  }
  process.exit();
}
