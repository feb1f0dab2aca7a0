import { useState } from 'preact/hooks';
import { askPortal, useDeed } from '../account/portal-ask.ts';
import { CopyButton } from '../names/copy-button.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { Listed } from '../states/listed.tsx';
import type { Column } from '../table/column.ts';
import { acting, texts, timed } from '../table/usual-columns.tsx';
import { words } from '../words/alerts.ts';
import { type AlertRow, type Alerts, feedName } from './rule.ts';

interface RulesPanelProps {
  path: string;
  body: Alerts;
  reload: () => Promise<void>;
  show: (rule: AlertRow, what: 'deliveries' | 'form') => void;
}

const stateWords = { active: 'active', paused: 'paused', off: 'switched off' } as const;

/** Alert rules of an account, with their actions. */
export function RulesPanel({ path, body, reload, show }: RulesPanelProps) {
  const deed = useDeed();
  const [secret, setSecret] = useState<string>();
  const [said, setSaid] = useState<string>();
  const change = (rule: AlertRow, method: string, deedName: string, fields?: object) =>
    deed.run(async () => {
      const to = `${path}/${rule.id}${deedName}`;
      const answer = await askPortal<{ secret?: string; status?: number; fault?: string }>(
        method,
        to,
        fields,
      );
      setSecret(answer?.secret);
      setSaid(deedName === '/test' ? testText(rule.name, answer) : undefined);
      await reload();
    });
  const columns: Column<AlertRow>[] = [
    texts('name', 'Name', ({ name }) => name),
    texts('feed', 'Feed', ({ feed }) => feedName(feed)),
    {
      id: 'state',
      head: 'State',
      align: 'left',
      value: ({ state }) => stateWords[state],
      cell: ({ state, reason }) => (
        <>
          {stateWords[state]}
          {reason !== undefined && <span class="dim"> {reason}</span>}
        </>
      ),
    },
    { id: 'to', head: 'To', align: 'left', cell: ({ url, format }) => `${format} ${url}`, isWide: true },
    { id: 'waits', head: 'Waiting', value: ({ pending }) => pending },
    { id: 'events', head: 'Events, 30 days', value: ({ events }) => events },
    timed('delivered', 'Last delivery', ({ deliveredAt }) => deliveredAt),
    acting((rule) => (
      <div class="row-actions">
        <button type="button" onClick={() => show(rule, 'deliveries')}>
          Deliveries
        </button>
        {rule.state === 'active' ? (
          <button type="button" onClick={() => void change(rule, 'POST', '/pause')}>
            Pause
          </button>
        ) : (
          <button type="button" onClick={() => void change(rule, 'POST', '/resume')}>
            Resume
          </button>
        )}
        {rule.state === 'active' && rule.pending > 0 && (
          <button type="button" disabled={deed.isBusy} onClick={() => void change(rule, 'POST', '/resume')}>
            Try now
          </button>
        )}
        <button type="button" disabled={deed.isBusy} onClick={() => void change(rule, 'POST', '/test')}>
          Test
        </button>
        <button type="button" onClick={() => show(rule, 'form')}>
          Change
        </button>
        <button
          type="button"
          onClick={() => void change(rule, 'POST', '/rotate', { overlapMs: 24 * 3_600_000 })}
          title="The old secret stays valid for 24 more hours"
        >
          New secret
        </button>
        <button type="button" onClick={() => void change(rule, 'DELETE', '')}>
          Delete
        </button>
      </div>
    )),
  ];
  return (
    <Panel title={`Alerts: ${body.alerts.length} of ${body.limit}`}>
      <div class="panel-body">
        {secret !== undefined && <Secret secret={secret} />}
        {said !== undefined && <p role="status">{said}</p>}
        {deed.failure !== undefined && <FailureNote failure={deed.failure} />}
      </div>
      <Listed
        {...{ name: 'alerts', label: 'Alerts', rows: body.alerts, columns, empty: words.none }}
        rowKey={({ id }) => id}
        isShort
      />
    </Panel>
  );
}

function testText(name: string, { status, fault }: { status?: number; fault?: string }): string {
  return `Test of ${name}: ${status === undefined ? fault : `the receiver answered ${status}`}.`;
}

/** The secret of an alert, shown this once. */
export function Secret({ secret }: { secret: string }) {
  return (
    <div class="secret" role="status">
      <p>{words.onceOnly}</p>
      <p>
        <code>{secret}</code> <CopyButton text={secret} label="Copy secret" />
      </p>
    </div>
  );
}
