import { duration } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import type { Column } from '../table/column.ts';
import { counted, lasting, texts } from '../table/usual-columns.tsx';
import { words } from '../words/operator.ts';
import { type AskAdmin, useAdmin } from './admin.ts';
import type { Feed, Job } from './admin-answers.ts';
import { AdminList } from './admin-list.tsx';

function isStale({ ageMs, staleMs }: Feed): boolean {
  return staleMs !== undefined && (ageMs === undefined || ageMs > staleMs);
}

const feedColumns: readonly Column<Feed>[] = [
  texts('feed', 'Feed', ({ feed }) => feed),
  {
    id: 'age',
    head: 'Age',
    value: ({ ageMs }) => ageMs,
    cell: (feed) => (
      <span class={isStale(feed) ? 'down' : ''}>
        {feed.ageMs === undefined ? words.never : duration(feed.ageMs)}
      </span>
    ),
  },
  lasting('stale', 'Stale after', ({ staleMs }) => staleMs),
  lasting('lag', 'Lag', ({ lagMs }) => lagMs),
  counted('received', 'Received', ({ received }) => received),
  counted('filled', 'Gaps closed', ({ gapsFilled }) => gapsFilled),
  counted('recorded', 'Gaps left', ({ gapsRecorded }) => gapsRecorded),
];

/** The feeds that the process of this port reads. */
export function FeedsPanel({ ask }: { ask: AskAdmin }) {
  const { body, failure, reload } = useAdmin<{ feeds: Feed[] }>(ask, 'feeds');
  return (
    <AdminList
      {...{ name: 'feeds', title: words.tabs.feeds, rows: body?.feeds, failure, reload }}
      columns={feedColumns}
      rowKey={({ feed }) => feed}
      rowClass={(feed) => (isStale(feed) ? 'stale' : undefined)}
      empty={words.noFeeds}
    />
  );
}

const jobColumns: readonly Column<Job>[] = [
  texts('job', 'Job', ({ job }) => job),
  {
    ...texts<Job>('done', 'Done until', ({ doneUntil }) => doneUntil),
    cell: ({ doneUntil }) => <Time at={doneUntil} />,
  },
  texts('holder', 'Runs now in', ({ holder }) => holder),
];

/** Scheduled jobs of all processes on the same stores. */
export function JobsPanel({ ask }: { ask: AskAdmin }) {
  const { body, failure, reload } = useAdmin<{ jobs: Job[] }>(ask, 'jobs');
  return (
    <AdminList
      {...{ name: 'jobs', title: words.tabs.jobs, rows: body?.jobs, failure, reload }}
      columns={jobColumns}
      rowKey={({ job }) => job}
      empty={words.noJobs}
    />
  );
}
