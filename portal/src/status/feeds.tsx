import type { FeedStatus, GapStatus, ServiceStatus } from '../api/status.ts';
import { count, duration } from '../format/numbers.ts';
import { Ago } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/status.ts';

/** True if the age of a feed exceeds its limit. */
function isStale({ ageMs, staleMs }: FeedStatus): boolean {
  return staleMs !== null && (ageMs === null || ageMs > staleMs);
}

function lagText(lagMs: number | null | undefined): string {
  if (lagMs === null || lagMs === undefined) return '–';
  return lagMs < 10_000 ? `${count(lagMs)} ms` : duration(lagMs);
}

const columns: readonly Column<FeedStatus>[] = [
  {
    id: 'feed',
    head: 'Feed',
    align: 'left',
    value: ({ name }) => name,
    cell: (feed) => (
      <>
        <span class={isStale(feed) ? 'stale' : ''}>
          <span class="dot inline" aria-hidden="true" />
        </span>{' '}
        {feed.name}
      </>
    ),
  },
  {
    id: 'age',
    head: 'Age',
    value: ({ ageMs }) => ageMs,
    cell: (feed) => (
      <span class={isStale(feed) ? 'down' : ''}>
        {feed.ageMs === null ? words.never : duration(feed.ageMs)}
      </span>
    ),
  },
  {
    id: 'stale',
    head: 'Stale after',
    value: ({ staleMs }) => staleMs,
    cell: ({ staleMs }) => (staleMs === null ? words.anyAge : duration(staleMs)),
  },
  {
    id: 'lag',
    head: 'Lag',
    value: ({ lagMs }) => lagMs,
    cell: ({ lagMs }) => lagText(lagMs),
  },
  {
    id: 'received',
    head: 'Received',
    value: ({ received }) => received,
    cell: ({ received }) => count(received),
  },
  {
    id: 'filled',
    head: 'Gaps closed',
    value: ({ gapsFilled }) => gapsFilled,
    cell: ({ gapsFilled }) => count(gapsFilled),
  },
  {
    id: 'recorded',
    head: 'Gaps left',
    value: ({ gapsRecorded }) => gapsRecorded,
    cell: ({ gapsRecorded }) => <span class={gapsRecorded > 0 ? 'warn' : ''}>{count(gapsRecorded)}</span>,
  },
];

/** Every feed with its age, lag and gaps. */
export function FeedTable({ feeds }: { feeds: readonly FeedStatus[] }) {
  return (
    <Table
      name="feeds"
      label={words.feeds}
      rows={feeds}
      columns={columns}
      rowKey={({ name }) => name}
      isShort
      rowClass={(feed) => (isStale(feed) ? 'stale' : undefined)}
    />
  );
}

const gapColumns: readonly Column<GapStatus>[] = [
  { id: 'feed', head: 'Feed', align: 'left', value: ({ feed }) => feed },
  { id: 'state', head: 'State', align: 'left', value: ({ state }) => state },
  { id: 'gaps', head: 'Gaps', value: ({ gaps }) => gaps, cell: ({ gaps }) => count(gaps) },
  {
    id: 'blocks',
    head: 'Blocks',
    value: ({ blocks }) => blocks,
    cell: ({ blocks }) => (blocks === 0 ? '–' : count(blocks)),
  },
  {
    id: 'since',
    head: 'Since',
    value: ({ since }) => Date.parse(since),
    cell: ({ since }) => <Ago at={since} />,
  },
];

/** Gaps in the coverage ledger: open if they may still be filled, else lost. */
export function GapsPanel({ rows }: { rows: readonly GapStatus[] }) {
  return (
    <Panel title={words.gaps} span={6}>
      {rows.length === 0 ? (
        <p class="note empty">{words.noGaps}</p>
      ) : (
        <Table
          name="gaps"
          label={words.gaps}
          rows={rows}
          columns={gapColumns}
          rowKey={({ feed, state }) => `${feed} ${state}`}
          isShort
        />
      )}
    </Panel>
  );
}

type Unusable = NonNullable<ServiceStatus['live']>['unusable'][number];

const unusableColumns: readonly Column<Unusable>[] = [
  { id: 'feed', head: 'Channel or request', align: 'left', value: ({ feed }) => feed },
  {
    id: 'unusable',
    head: 'In quarantine',
    value: ({ unusable }) => unusable,
    cell: ({ unusable }) => count(unusable),
  },
  { id: 'dropped', head: 'Not kept', value: ({ dropped }) => dropped, cell: ({ dropped }) => count(dropped) },
];

/** Unusable parts of frames and answers since the start. */
export function UnusablePanel({ rows }: { rows: readonly Unusable[] }) {
  return (
    <Panel title={words.unusable} span={6}>
      {rows.length === 0 ? (
        <p class="note empty">{words.noUnusable}</p>
      ) : (
        <Table
          name="unusable"
          label={words.unusable}
          rows={rows}
          columns={unusableColumns}
          rowKey={({ feed }) => feed}
          isShort
        />
      )}
    </Panel>
  );
}
