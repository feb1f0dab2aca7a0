import { Gauge, type Registry } from 'prom-client';
import type { ServerState } from '../../analytics/store.ts';

export interface ViewFigures {
  name: string;
  ageMs: number | undefined;
  maxAgeMs: number;
  /** The newest snapshot on disk; undefined without one. */
  snapshot?: { bytes: number; ageMs: number };
}

/** Current figures of the stores; unknown figures are undefined. */
export interface StoreFigures {
  fills?: number | undefined;
  quarantined?: number | undefined;
  /** Time since the newest stored fill, by the exchange's clock. */
  newestFillAgeMs?: number | undefined;
  /** Time since the boards last matched the store. */
  boardsAgeMs?: number | undefined;
  freeDiskBytes?: number | undefined;
  /** Gaps in the coverage ledger. */
  gaps?: readonly { feed: string; state: string; gaps: number; blocks: number }[] | undefined;
  /** Age of each in-memory view (undefined before its first reading), and its maximum age. */
  views?: readonly ViewFigures[] | undefined;
  /** Incomplete tables that need an operator. */
  storeFaults?: number | undefined;
  /** Values that differ from the fills in the newest audit. */
  auditDifferences?: number | undefined;
  /** Servers of the analytics; none if embedded. */
  servers?: readonly ServerState[] | undefined;
}

const gauges: readonly { name: string; help: string; of: (figures: StoreFigures) => number | undefined }[] = [
  { name: 'tidemark_stored_fills', help: 'Stored fills.', of: ({ fills }) => fills },
  {
    name: 'tidemark_newest_fill_age_seconds',
    help: 'Time since the newest stored fill.',
    of: ({ newestFillAgeMs }) => seconds(newestFillAgeMs),
  },
  {
    name: 'tidemark_boards_age_seconds',
    help: 'Time since the boards were last known to be complete.',
    of: ({ boardsAgeMs }) => seconds(boardsAgeMs),
  },
  {
    name: 'tidemark_quarantined_records',
    help: 'Records in quarantine, conflicts included.',
    of: ({ quarantined }) => quarantined,
  },
  {
    name: 'tidemark_free_disk_bytes',
    help: 'Free space on the disk of the data directory.',
    of: ({ freeDiskBytes }) => freeDiskBytes,
  },
  {
    name: 'tidemark_store_faults',
    help: 'Tables that are damaged or lack rows, as /ready names them.',
    of: ({ storeFaults }) => storeFaults,
  },
  {
    name: 'tidemark_audit_differences',
    help: 'Stored values that the newest audit found to differ from their recomputation.',
    of: ({ auditDifferences }) => auditDifferences,
  },
];

const serverGauges: readonly {
  name: string;
  help: string;
  isSo: (state: ServerState['state']) => boolean;
}[] = [
  {
    name: 'tidemark_clickhouse_server_up',
    help: '1 if the ClickHouse server answers, else 0.',
    isSo: (state) => state !== 'down',
  },
  {
    name: 'tidemark_clickhouse_server_used',
    help: '1 for the ClickHouse server that this process uses.',
    isSo: (state) => state === 'used',
  },
];

const viewGauges: readonly {
  name: string;
  help: string;
  of: (view: ViewFigures) => number | undefined;
}[] = [
  {
    name: 'tidemark_view_age_seconds',
    help: 'Time since a view was last known to be complete.',
    of: ({ ageMs }) => seconds(ageMs),
  },
  {
    name: 'tidemark_view_max_age_seconds',
    help: 'Highest normal age of a view (docs/freshness.md).',
    of: ({ maxAgeMs }) => seconds(maxAgeMs),
  },
  {
    name: 'tidemark_view_snapshot_bytes',
    help: 'Size of the newest snapshot of a view on disk.',
    of: ({ snapshot }) => snapshot?.bytes,
  },
  {
    name: 'tidemark_view_snapshot_age_seconds',
    help: 'Time since the newest snapshot of a view was written; it grows while nothing changes.',
    of: ({ snapshot }) => seconds(snapshot?.ageMs),
  },
];

type GapFigures = NonNullable<StoreFigures['gaps']>[number];

const gapGauges: readonly { name: string; help: string; of: (gap: GapFigures) => number }[] = [
  {
    name: 'tidemark_coverage_gaps',
    help: 'Gaps of the coverage ledger that are not filled: open, or lost for good.',
    of: ({ gaps }) => gaps,
  },
  {
    name: 'tidemark_coverage_missing_blocks',
    help: 'Blocks in those gaps, if known.',
    of: ({ blocks }) => blocks,
  },
];

const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1_000);

/** @param read called for each gauge at a scrape; caches expensive queries itself */
export function showStoreMetrics(
  registry: Registry,
  { version, read }: { version: string; read: () => Promise<StoreFigures> },
): void {
  new Gauge({
    name: 'tidemark_build_info',
    help: 'Always 1; the version is its label.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  for (const { name, help, isSo } of serverGauges) {
    new Gauge({
      name,
      help,
      labelNames: ['address'],
      registers: [registry],
      async collect() {
        this.reset();
        const { servers = [] } = await read();
        for (const { address, state } of servers) this.set({ address }, Number(isSo(state)));
      },
    });
  }
  for (const { name, help, of } of viewGauges) {
    new Gauge({
      name,
      help,
      labelNames: ['view'],
      registers: [registry],
      async collect() {
        this.reset();
        const { views = [] } = await read();
        for (const view of views) {
          const value = of(view);
          if (value !== undefined) this.set({ view: view.name }, value);
        }
      },
    });
  }
  for (const { name, help, of } of gapGauges) {
    new Gauge({
      name,
      help,
      labelNames: ['feed', 'state'],
      registers: [registry],
      async collect() {
        this.reset();
        const { gaps = [] } = await read();
        for (const gap of gaps) this.set({ feed: gap.feed, state: gap.state }, of(gap));
      },
    });
  }
  for (const { name, help, of } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset();
        const value = of(await read());
        // A reset gauge without labels would show a misleading 0.
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
