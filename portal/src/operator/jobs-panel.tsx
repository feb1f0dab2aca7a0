import { Time } from '../format/time.tsx';
import type { Column } from '../table/column.ts';
import { texts } from '../table/usual-columns.tsx';
import { words } from '../words/operator.ts';
import { type AskAdmin, useAdmin } from './admin.ts';
import type { Job } from './admin-answers.ts';
import { AdminList } from './admin-list.tsx';

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
