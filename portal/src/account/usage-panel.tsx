import { useEffect, useState } from 'preact/hooks';
import { Time } from '../format/time.tsx';
import { Choice } from '../frame/choice.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { Listed } from '../states/listed.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/account.ts';
import { usePortal } from './portal-ask.ts';
import { UsageChart } from './usage-chart.tsx';

interface KeyName {
  id: string;
  name: string | null;
  prefix: string;
}

interface Used {
  day: string;
  route: string;
  key?: KeyName;
  status: number;
  requests: number;
  meanMs: number;
}

interface Refused {
  at: string;
  route: string;
  key?: KeyName;
  status: number;
  requestId: string;
}

interface Quota {
  limit: number | null;
  used: number;
  left: number | null;
  resetsAt: string;
}

interface Usage {
  limits: { tier: string; ratePerMinute: number; windowDays: number; day: Quota; month: Quota };
  requests: Used[];
  errors: Refused[];
}

/** A request is in the log a second after its answer. */
const everyMs = 3_000;
const spans = [
  ['1', '1 day'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const;
const nameOf = (key: KeyName | undefined) => (key === undefined ? words.pages : (key.name ?? key.prefix));

const requestColumns: readonly Column<Used>[] = [
  { id: 'day', head: 'Day (UTC)', align: 'left', value: (row) => row.day },
  { id: 'route', head: 'Route', align: 'left', value: (row) => row.route },
  { id: 'key', head: 'Key', align: 'left', value: (row) => nameOf(row.key) },
  { id: 'status', head: 'Status', value: (row) => row.status },
  { id: 'requests', head: 'Requests', value: (row) => row.requests },
  { id: 'mean', head: 'Mean, ms', value: (row) => row.meanMs, isWide: true },
];

const errorColumns: readonly Column<Refused>[] = [
  { id: 'at', head: 'Time', align: 'left', value: (row) => row.at, cell: (row) => <Time at={row.at} /> },
  { id: 'route', head: 'Route', align: 'left', value: (row) => row.route },
  { id: 'key', head: 'Key', align: 'left', value: (row) => nameOf(row.key), isWide: true },
  { id: 'status', head: 'Status', value: (row) => row.status },
  {
    id: 'id',
    head: 'Request id',
    align: 'left',
    value: (row) => row.requestId,
    cell: (row) => <code>{row.requestId}</code>,
  },
];

/** Requests of an account, its remaining quota, and refused requests. */
export function UsagePanel({ account }: { account: string }) {
  const [days, setDays] = useState('7');
  const { body, failure, reload } = usePortal<Usage>(`accounts/${account}/usage?days=${days}`);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), everyMs);
    return () => clearInterval(timer);
  }, [reload]);
  const choice = <Choice label="Days" options={spans} value={days} onChange={setDays} />;
  return (
    <>
      <Panel title="Usage" span={8} actions={choice}>
        {failure !== undefined && <FailureNote failure={failure} retry={() => void reload()} />}
        {body?.requests.length === 0 && <EmptyNote why={words.noUsage} />}
        {body !== undefined && body.requests.length > 0 && days !== '1' && (
          <UsageChart
            days={Number(days)}
            used={body.requests.map(({ day, key, requests, status }) => ({
              day,
              requests,
              key: nameOf(key),
              isRefused: status >= 400,
            }))}
          />
        )}
        {body !== undefined && body.requests.length > 0 && (
          <Table
            {...{ name: 'usage', label: 'Requests', rows: body.requests, columns: requestColumns }}
            rowKey={(row) => `${row.day} ${row.route} ${row.key?.id} ${row.status}`}
          />
        )}
      </Panel>
      <Panel title="Limits" span={4}>
        {body !== undefined && <Limits limits={body.limits} />}
      </Panel>
      <Panel title="Errors">
        <Listed
          {...{ name: 'errors', label: 'Errors', rows: body?.errors, columns: errorColumns }}
          rowKey={({ requestId }) => requestId}
          empty={words.noErrors}
        />
      </Panel>
    </>
  );
}

function Limits({ limits: { tier, ratePerMinute, windowDays, day, month } }: Pick<Usage, 'limits'>) {
  return (
    <div class="panel-body">
      <p>
        {tier}: {ratePerMinute} requests a minute, windows of up to {windowDays} days.
      </p>
      <Left name="Today" quota={day} />
      <Left name="This month" quota={month} />
    </div>
  );
}

function Left({ name, quota: { limit, used, left, resetsAt } }: { name: string; quota: Quota }) {
  if (limit === null) {
    return (
      <p>
        {name}: {used} used, {words.unlimited}.
      </p>
    );
  }
  return (
    <p>
      {name}: {left} of {limit} left until <Time at={resetsAt} form="short" />
      <br />
      <meter
        class="meter"
        min={0}
        max={limit}
        value={Math.min(used, limit)}
        aria-label={`${name}: ${used} of ${limit} used`}
      />
    </p>
  );
}
