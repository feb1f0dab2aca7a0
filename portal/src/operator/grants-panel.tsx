import { useDeed } from '../account/portal-ask.ts';
import { Time } from '../format/time.tsx';
import type { Column } from '../table/column.ts';
import { acting, texts } from '../table/usual-columns.tsx';
import { words } from '../words/operator.ts';
import { type AskAdmin, useAdmin } from './admin.ts';
import type { AccountDetail, Entitlement } from './admin-answers.ts';
import { AdminFailure, AdminList } from './admin-list.tsx';

function isOver({ validUntil }: Entitlement): boolean {
  return validUntil !== undefined && Date.parse(validUntil) <= Date.now();
}

function columnsWith(end: (id: string) => void, isBusy: boolean): readonly Column<Entitlement>[] {
  return [
    texts('tier', 'Tier', ({ tier }) => tier),
    texts('source', 'Granted by', ({ source }) => source),
    {
      ...texts<Entitlement>('from', 'From', ({ validFrom }) => validFrom),
      cell: ({ validFrom }) => <Time at={validFrom} />,
    },
    {
      ...texts<Entitlement>('until', 'Until', ({ validUntil }) => validUntil),
      cell: ({ validUntil }) => (validUntil === undefined ? words.forEver : <Time at={validUntil} />),
    },
    acting(
      (grant) =>
        grant.source === 'manual' &&
        !isOver(grant) && (
          <button type="button" disabled={isBusy} onClick={() => end(grant.id)}>
            End
          </button>
        ),
    ),
  ];
}

interface GrantsPanelProps {
  ask: AskAdmin;
  account: string;
  onEnded: () => Promise<void>;
}

/** Current and past entitlements of an account. */
export function GrantsPanel({ ask, account, onEnded }: GrantsPanelProps) {
  const path = `accounts/${encodeURIComponent(account)}`;
  const { body, failure, reload } = useAdmin<AccountDetail>(ask, path);
  const deed = useDeed();
  const end = (id: string) =>
    deed.run(async () => {
      await ask('POST', `entitlements/${encodeURIComponent(id)}/end`);
      await onEnded();
    });
  return (
    <AdminList
      {...{ name: 'grants', title: `Grants of ${account}`, rows: body?.entitlements, failure, reload }}
      columns={columnsWith((id) => void end(id), deed.isBusy)}
      rowKey={({ id }) => id}
      empty={words.noGrants}
    >
      {deed.failure !== undefined && <AdminFailure failure={deed.failure} />}
    </AdminList>
  );
}
