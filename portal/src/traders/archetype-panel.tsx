import { AnswerPanel } from '../states/answer-panel.tsx';
import { Table } from '../table/table.tsx';
import { type Archetype, listRows } from './archetype.ts';

/** A list of traders of a kind. */
export function ArchetypePanel({ archetype }: { archetype: Archetype }) {
  const { id, name, what, call, columns, rowKey } = archetype;
  return (
    <AnswerPanel
      title={name}
      call={call}
      everyMs={60_000}
      shape={{ rows: 25 }}
      actions={<span class="dim">{what} Closed positions of the last 90 days.</span>}
      empty={(body) =>
        (body as readonly unknown[] | null)?.length
          ? undefined
          : 'No wallet or position of the last 90 days matches.'
      }
    >
      {(body) => {
        const rows = body as unknown as readonly unknown[];
        return (
          <Table
            name={id}
            label={name}
            most={listRows}
            rows={rows}
            columns={columns}
            rowKey={(row) => rowKey(row, rows)}
          />
        );
      }}
    </AnswerPanel>
  );
}
