import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { count, duration } from '../format/numbers.ts';
import { Ago, Time } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { texts } from '../table/usual-columns.tsx';
import { words } from '../words/status.ts';

/** Answer of `tidemark doctor`; src/operate/diagnosis.ts defines it. Instants are RFC 3339. */
export interface Diagnosis {
  reads: readonly { source: string; state: 'current' | 'late' | 'stored'; to?: string }[];
  missing: readonly Missing[];
  disk: { freeBytes?: number; parts: readonly Size[] };
  memory: readonly Size[];
  start?: { startedAt: string; readyAt?: string; phases: readonly { phase: string; lastedMs?: number }[] };
}
interface Size {
  part: string;
  bytes: number;
}
interface Missing {
  what: string;
  count?: number;
  why: string;
  foundAt?: string;
  wholeAt?: string;
}

const everyMs = 15_000;
const timeoutMs = 20_000;

export function PublicDiagnosis() {
  const [found, setFound] = useState<Diagnosis | null>();
  useEffect(() => {
    async function read(): Promise<void> {
      if (document.hidden) return;
      const answer = await fetch('/portal/api/diagnosis', { signal: AbortSignal.timeout(timeoutMs) }).catch(
        () => undefined,
      );
      const body = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
      setFound((before) => (body?.reads === undefined ? (before ?? null) : body));
    }
    void read();
    const timer = setInterval(() => void read(), everyMs);
    return () => clearInterval(timer);
  }, []);
  return found === null ? null : <DiagnosisPanels found={found} />;
}

const missingColumns: readonly Column<Missing>[] = [
  texts('what', 'Missing', ({ what }) => what),
  { id: 'count', head: 'Count', value: (row) => row.count, cell: (row) => count(row.count) },
  {
    id: 'since',
    head: 'Since',
    value: ({ foundAt }) => foundAt,
    cell: ({ foundAt }) => foundAt !== undefined && <Ago at={foundAt} />,
  },
  {
    id: 'whole',
    head: 'Complete at this pace',
    value: ({ wholeAt }) => wholeAt,
    cell: ({ wholeAt }) => (wholeAt === undefined ? '–' : <Time at={wholeAt} />),
  },
  texts('why', 'Reason', ({ why }) => why),
];

export function DiagnosisPanels({ found }: { found: Diagnosis | undefined }) {
  if (found === undefined) return <Skeleton shape={{ rows: 8 }} />;
  const { reads, missing, disk, memory, start } = found;
  const free = disk.freeBytes === undefined ? [] : [{ part: words.free, bytes: disk.freeBytes }];
  return (
    <>
      <Panel title={words.missing} span={12}>
        {missing.length === 0 ? (
          <p class="note empty">{words.noneMissing}</p>
        ) : (
          <Table
            name="missing"
            label={words.missing}
            rows={missing}
            columns={missingColumns}
            rowKey={({ what, why }) => `${what} ${why}`}
            isShort
          />
        )}
      </Panel>
      <Pairs
        title={words.reads}
        rows={reads.map(({ source, state, to }) => [
          source,
          <>
            {to === undefined ? words.never : <Time at={to} />}
            {state === 'late' && <span class="down"> {words.late}</span>}
          </>,
        ])}
      />
      <Pairs title={words.disk} rows={[...disk.parts, ...free].map(sizeRow)} />
      {memory.length > 0 && <Pairs title={words.memory} rows={memory.map(sizeRow)} />}
      {start !== undefined && (
        <Pairs
          title={words.start}
          rows={[
            [words.started, <Time at={start.startedAt} />],
            ...start.phases.map(({ phase, lastedMs }) => [phase, duration(lastedMs)] as const),
          ]}
        />
      )}
    </>
  );
}

const sizeRow = ({ part, bytes }: Size) => [part, `${count(Math.round(bytes / 2 ** 20))} MiB`] as const;

type Rows = readonly (readonly [string, ComponentChildren])[];

export function Pairs({ title, rows }: { title: string; rows: Rows }) {
  return (
    <Panel title={title} span={6}>
      <dl class="pairs">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
