import { localTime, Time } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/account.ts';
import { endpointsOf } from './plan-endpoints.tsx';
import { askPortal, useDeed, usePortal } from './portal-ask.ts';

interface Limits {
  ratePerMinute: number;
  requestsPerDay: number | null;
  requestsPerMonth: number | null;
  keys: number | null;
  windowDays: number;
}

interface Offer {
  tier: string;
  limits: Limits;
  price?: { amount: number; currency: string; interval: string };
}

/** Public list of plans. */
interface Offers {
  tiers: Offer[];
  sells: boolean;
}

export interface Plan extends Offers {
  tier: string;
  billing: { state: 'active' | 'grace' | 'past_due' | 'lapsed'; graceExpiresAt?: string };
  customer: boolean;
}

interface Invoice {
  id: string;
  number: string | null;
  status: string;
  amount: number;
  currency: string;
  createdAt: string;
  url: string | null;
}

/** Plan of an account: its limits, its price, and how to change it. */
export function PlanPanel({ account, isOwner }: { account: string; isOwner: boolean }) {
  const { body, failure, reload } = usePortal<Plan>(`accounts/${account}/plan`);
  const deed = useDeed();
  const leaveTo = (path: string, fields?: object) =>
    deed.run(async () => {
      const { url } = await askPortal<{ url: string }>('POST', `accounts/${account}/${path}`, fields);
      location.assign(url);
    });
  return (
    <>
      <Panel title="Plan" span={8}>
        {failure !== undefined && <FailureNote failure={failure} retry={() => void reload()} />}
        {body !== undefined && (
          <>
            <BillingNote billing={body.billing} />
            <Tiers
              plan={body}
              buy={isOwner && body.sells ? (tier) => void leaveTo('checkout', { tier }) : undefined}
            />
            <div class="panel-body">
              {!body.sells && <p class="dim">{words.granted}</p>}
              {body.customer && isOwner && (
                <button type="button" disabled={deed.isBusy} onClick={() => void leaveTo('billing')}>
                  Manage billing
                </button>
              )}
              {deed.failure !== undefined && <FailureNote failure={deed.failure} />}
            </div>
          </>
        )}
      </Panel>
      {body?.sells === true && isOwner && <Invoices account={account} />}
    </>
  );
}

/** The plans as shown to visitors without an account. */
export function PlansOffered() {
  const { body, failure, reload } = usePortal<Offers>('plans');
  return (
    <Panel title="Plans" span={8}>
      {failure !== undefined && <FailureNote failure={failure} retry={() => void reload()} />}
      {body !== undefined && <Tiers plan={{ ...body, tier: undefined }} buy={undefined} />}
      {body?.sells === false && <p class="panel-body dim">{words.granted}</p>}
    </Panel>
  );
}

function BillingNote({ billing: { state, graceExpiresAt } }: Pick<Plan, 'billing'>) {
  if (state === 'active') return null;
  const text = {
    grace: words.grace(localTime(graceExpiresAt, false)),
    past_due: words.pastDue,
    lapsed: words.lapsed,
  };
  return <EmptyNote why={text[state]} />;
}

const number = (limit: number | null) => limit?.toLocaleString('en-US') ?? words.unlimited;
const limit = (id: keyof Limits, head: string): Column<Offer> => ({
  id,
  head,
  value: (row) => row.limits[id],
  cell: (row) => number(row.limits[id]),
});

const limitColumns: readonly Column<Offer>[] = [
  { id: 'plan', head: 'Plan', align: 'left', cell: ({ tier }) => tier },
  limit('ratePerMinute', 'A minute'),
  limit('requestsPerDay', 'A day'),
  limit('requestsPerMonth', 'A month'),
  limit('keys', 'Keys'),
  limit('windowDays', 'Window, days'),
  {
    id: 'endpoints',
    head: 'Endpoints',
    value: ({ tier }) => endpointsOf(tier),
    cell: ({ tier }) => String(endpointsOf(tier)),
  },
];

function Tiers({
  plan: { tiers, tier: own },
  buy,
}: {
  plan: Pick<Plan, 'tiers'> & { tier: string | undefined };
  buy: ((tier: string) => void) | undefined;
}) {
  const columns: Column<Offer>[] = [
    ...limitColumns,
    {
      id: 'price',
      head: 'Price',
      cell: ({ price }) =>
        price === undefined ? '' : `${price.amount} ${price.currency.toUpperCase()} a ${price.interval}`,
    },
    {
      id: 'choose',
      head: 'Choose',
      cell: ({ tier, price }) => {
        if (tier === own) return <span class="dim">yours</span>;
        if (price === undefined || buy === undefined) return null;
        return (
          <button type="button" onClick={() => buy(tier)}>
            Choose {tier}
          </button>
        );
      },
    },
  ];
  return (
    <Table name="plans" label="Plans" rows={tiers} columns={columns} rowKey={({ tier }) => tier} isShort />
  );
}

function Invoices({ account }: { account: string }) {
  const { body, failure } = usePortal<{ invoices: Invoice[] }>(`accounts/${account}/invoices`);
  return (
    <Panel title="Invoices" span={4}>
      {failure !== undefined && <FailureNote failure={failure} />}
      {body?.invoices.length === 0 && <EmptyNote why={words.noInvoices} />}
      <ul class="panel-body">
        {body?.invoices.map(({ id, number, status, amount, currency, createdAt, url }) => (
          <li key={id}>
            <Time at={createdAt} form="short" /> {url === null ? number : <a href={url}>{number ?? id}</a>}{' '}
            {amount} {currency.toUpperCase()} {status}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
