import type { DriftStatus } from '../api/status.ts';
import { count } from '../format/numbers.ts';
import { Ago } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/status.ts';

const columns: readonly Column<DriftStatus>[] = [
  { id: 'record', head: 'Record', align: 'left', value: ({ payload }) => payload },
  { id: 'field', head: 'Field', align: 'left', value: ({ field }) => field || '–' },
  { id: 'value', head: 'New value', align: 'left', value: ({ value }) => value ?? words.newField },
  { id: 'seen', head: 'Seen', value: (row) => row.count, cell: (row) => count(row.count) },
  {
    id: 'since',
    head: 'First seen',
    value: ({ firstSeen }) => Date.parse(firstSeen),
    cell: ({ firstSeen }) => <Ago at={firstSeen} />,
  },
  { id: 'sample', head: 'First sample', align: 'left', value: ({ sample }) => sample },
];

/** Fields and values of the exchange that this version does not know. */
export function DriftPanel({ rows }: { rows: readonly DriftStatus[] }) {
  return (
    <Panel title={words.drift} span={12}>
      {rows.length === 0 ? (
        <p class="note empty">{words.noDrift}</p>
      ) : (
        <Table
          name="drift"
          label={words.drift}
          rows={rows}
          columns={columns}
          rowKey={({ payload, field, value }) => `${payload} ${field} ${value ?? ''}`}
          isShort
        />
      )}
    </Panel>
  );
}
