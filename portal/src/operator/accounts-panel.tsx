import { useState } from 'preact/hooks';
import { Field, Form } from '../account/form.tsx';
import { useDeed } from '../account/portal-ask.ts';
import type { Column } from '../table/column.ts';
import { counted, texts, timed, wide } from '../table/usual-columns.tsx';
import { words } from '../words/operator.ts';
import { type AskAdmin, useAdmin } from './admin.ts';
import { type AccountSummary, tiers } from './admin-answers.ts';
import { AdminFailure, AdminList } from './admin-list.tsx';
import { GrantsPanel } from './grants-panel.tsx';
import { InvitePanel } from './invite-panel.tsx';

const limit = 10_000;

function columnsWith(show: (name: string) => void): readonly Column<AccountSummary>[] {
  return [
    {
      ...texts<AccountSummary>('name', 'Account', ({ name }) => name),
      cell: ({ name }) => (
        <button type="button" class="quiet" onClick={() => show(name)}>
          {name}
        </button>
      ),
    },
    texts('tier', 'Tier', ({ tier }) => tier),
    texts('billing', 'Billing', ({ billing }) => billing.state),
    counted('keys', 'Active keys', ({ activeKeys }) => activeKeys),
    ...wide(timed<AccountSummary>('made', 'Created', ({ createdAt }) => createdAt)),
  ];
}

/** Accounts by name, the grants of a selected account, and the form for new grants. */
export function AccountsPanel({ ask }: { ask: AskAdmin }) {
  const { body, failure, reload } = useAdmin<{ accounts: AccountSummary[] }>(ask, `accounts?limit=${limit}`);
  const [shown, show] = useState<string>();
  const [changes, setChanges] = useState(0);
  const { isBusy, failure: refusal, run } = useDeed();
  const changed = async () => {
    setChanges((count) => count + 1);
    await reload();
  };
  const grant = ({ account, tier, until }: Record<string, string>) =>
    run(async () => {
      const path = `accounts/${encodeURIComponent(account!)}/entitlements`;
      await ask('POST', path, { tier, ...(until && { validUntil: `${until}T00:00:00Z` }) });
      show(account);
      await changed();
    });
  return (
    <>
      <AdminList
        {...{ name: 'accounts', title: words.tabs.accounts, rows: body?.accounts, failure, reload }}
        columns={columnsWith(show)}
        rowKey={({ id }) => id}
        empty={words.noAccounts}
      >
        <div class="form inline">
          <Form
            label="Grant a tier"
            action="Grant"
            isBusy={isBusy}
            failure={undefined}
            onSubmit={(fields) => void grant(fields)}
          >
            <Field name="account" label="Account" maxLength={64} />
            <label class="field">
              <span>Tier</span>
              <select name="tier">
                {tiers.map((tier) => (
                  <option key={tier}>{tier}</option>
                ))}
              </select>
            </label>
            <label class="field">
              <span>Until, UTC (no end if empty)</span>
              <input type="date" name="until" />
            </label>
          </Form>
        </div>
        {refusal !== undefined && <AdminFailure failure={refusal} />}
      </AdminList>
      {shown !== undefined && (
        <GrantsPanel key={`${shown} ${changes}`} ask={ask} account={shown} onEnded={changed} />
      )}
      <InvitePanel ask={ask} />
    </>
  );
}
