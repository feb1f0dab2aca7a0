import { useRef, useState } from 'preact/hooks';
import { askPortal, useDeed, usePortal } from '../account/portal-ask.ts';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { words } from '../words/alerts.ts';
import { AlertFields } from './alert-fields.tsx';
import { EstimateNote, type Rehearsed, rehearse } from './estimate.tsx';
import { type AlertOf, type AlertRow, type Alerts, askedOf, type Fields, fieldsOf } from './rule.ts';
import { Secret } from './rules-panel.tsx';

interface FormPanelProps {
  path: string;
  body: Alerts;
  /** Names of the account's lists of wallets. */
  lists: readonly string[];
  /** Initial values of the form. */
  given: { feed: string; coin: string; user: string };
  /** The alert that is changed; undefined for a new one. */
  rule: AlertRow | undefined;
  reload: () => Promise<void>;
  close: () => void;
}

/** The form for an alert: says how often it would have fired before it is kept. */
export function FormPanel({ given, ...props }: FormPanelProps) {
  const { path, body, rule } = props;
  const own = usePortal<{ subscription: AlertOf }>(rule && `${path}/${rule.id}`);
  const isFull = rule === undefined && body.alerts.length >= body.limit;
  const title = rule === undefined ? words.newAlert : words.change(rule.name);
  const start = rule === undefined ? { ...given } : own.body && fieldsOf(own.body.subscription);
  return (
    <Panel title={title}>
      <div class="panel-body">
        {own.failure !== undefined && <FailureNote failure={own.failure} />}
        {isFull && <EmptyNote why={words.full(body.limit, body.tier)} />}
        {start !== undefined && <AlertForm {...{ ...props, isFull, title, start }} />}
      </div>
    </Panel>
  );
}

function AlertForm(props: Omit<FormPanelProps, 'given'> & { start: Fields; isFull: boolean; title: string }) {
  const { path, body, lists, rule, start, isFull, title, reload, close } = props;
  const deed = useDeed();
  const form = useRef<HTMLFormElement>(null);
  const [feed, setFeed] = useState(start.feed ?? '');
  const [found, setFound] = useState<Rehearsed>();
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const chosen = body.feeds.find(({ type }) => type === feed);

  function read() {
    const entries = [...new FormData(form.current!)].map(([name, value]) => [name, String(value)] as const);
    const fields: Fields = Object.fromEntries(entries);
    const name = fields.name!.trim();
    return {
      fields,
      of: askedOf(fields, chosen?.argument),
      coolDownMs: Number(fields.coolDown),
      ...(name !== '' && { name }),
    };
  }
  const estimate = () =>
    deed.run(async () => {
      const { of, coolDownMs } = read();
      setFound(await rehearse(path, { ...of, coolDownMs }));
    });
  const keep = () =>
    deed.run(async () => {
      const { fields, of, ...asked } = read();
      const url = fields.url!.trim();
      const to = rule === undefined ? path : `${path}/${rule.id}`;
      const more = rule === undefined ? { url, format: fields.format } : url !== '' && { url };
      const answer = await askPortal<{ name: string; secret?: string }>(
        rule === undefined ? 'POST' : 'PATCH',
        to,
        { ...of, ...asked, ...more },
      );
      setMade(answer.secret === undefined ? undefined : { name: answer.name, secret: answer.secret });
      await reload();
      if (rule !== undefined) close();
    });
  return (
    <>
      <form
        class="form"
        ref={form}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <AlertFields {...{ body, start, rule, feed, setFeed, chosen, lists }} />
        <div>
          <button type="button" disabled={deed.isBusy} onClick={() => void estimate()}>
            Estimate
          </button>{' '}
          <button type="submit" class="main" disabled={deed.isBusy || isFull}>
            {rule === undefined ? 'Create alert' : 'Save changes'}
          </button>{' '}
          {rule !== undefined && (
            <button type="button" onClick={close}>
              Cancel
            </button>
          )}
        </div>
        {deed.failure !== undefined && <FailureNote failure={deed.failure} />}
      </form>
      {found !== undefined && <EstimateNote found={found} />}
      {made !== undefined && (
        <>
          <p>{words.made(made.name)}</p>
          <Secret secret={made.secret} />
        </>
      )}
    </>
  );
}
