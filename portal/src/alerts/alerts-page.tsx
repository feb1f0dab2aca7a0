import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import '../account/account.css';
import { usePortal } from '../account/portal-ask.ts';
import { useSession } from '../api/session.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { words } from '../words/alerts.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { FormPanel } from './form-panel.tsx';
import { ListsPanel, type WalletLists } from './lists-panel.tsx';
import type { AlertList, AlertRow, AlertTerms } from './rule.ts';
import { RulesPanel } from './rules-panel.tsx';

/** `/account/alerts`: alert rules of an account, their deliveries, and a form for a new rule. */
export default function AlertsPage() {
  const { query, route, url, path } = useLocation();
  const session = useSession();
  const isOut = session !== undefined && session.user === null;
  useEffect(() => {
    // This page stays mounted with its address while the next one loads.
    if (isOut && path === '/account/alerts') route(`/login?next=${encodeURIComponent(url)}`, true);
  }, [isOut, path, url, route]);
  if (session === undefined || isOut) return <Page title={words.title}>{null}</Page>;
  const account = session.accounts.find(({ id }) => id === query.account) ?? session.accounts[0];
  if (account === undefined) return <Page title={words.title}>{null}</Page>;
  const actions = (
    <>
      {session.accounts.length > 1 && (
        <Choice
          label="Account"
          options={session.accounts.map(({ id, name }) => [id, name] as const)}
          value={account.id}
          onChange={(id) => route(`/account/alerts?account=${id}`)}
        />
      )}
      <a href={`/account?account=${account.id}`}>Keys and plan</a>
    </>
  );
  return (
    <Page title={words.title} intro={words.intro} actions={actions}>
      <Panels key={account.id} account={account.id} />
    </Page>
  );
}

function Panels({ account }: { account: string }) {
  const { query } = useLocation();
  const path = `accounts/${account}/alerts`;
  const { body: terms, failure: noTerms } = usePortal<AlertTerms>(`accounts/${account}/alert-terms`);
  const { body: listed, failure: noList, reload } = usePortal<AlertList>(path);
  const failure = noTerms ?? noList;
  const lists = usePortal<WalletLists>(`accounts/${account}/lists`);
  const [shown, setShown] = useState<{ rule: AlertRow; what: 'deliveries' | 'form' }>();
  if (failure !== undefined)
    return (
      <Panel title={words.title}>
        {failure.status === 404 ? <EmptyNote why={words.away} /> : <FailureNote failure={failure} />}
      </Panel>
    );
  if (listed === undefined || terms === undefined) return null;
  const body = { ...listed, ...terms };
  const rule = body.alerts.find(({ id }) => id === shown?.rule.id);
  const close = () => setShown(undefined);
  const isChanged = rule !== undefined && shown?.what === 'form';
  const { feed, coin, user } = query;
  return (
    <>
      <RulesPanel {...{ path, body, reload }} show={(of, what) => setShown({ rule: of, what })} />
      {rule !== undefined && shown?.what === 'deliveries' && (
        <DeliveriesPanel key={rule.id} path={`${path}/${rule.id}`} {...{ rule, close }} changed={reload} />
      )}
      <FormPanel
        key={isChanged ? rule.id : 'new'}
        {...{ path, body, reload, close }}
        lists={lists.body?.lists.map(({ name }) => name) ?? []}
        rule={isChanged ? rule : undefined}
        given={{ feed: feed ?? 'tradesByCoin', coin: coin ?? '', user: user ?? '' }}
      />
      <ListsPanel path={`accounts/${account}/lists`} {...lists} />
    </>
  );
}
