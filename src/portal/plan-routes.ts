import { Type } from 'typebox';
import { BillingAway, type PlanSales } from '../billing/billing.ts';
import type { AccountDetail } from '../control/account-store.ts';
import type { ControlStore } from '../control/store.ts';
import { tierLimits, tiers } from '../domain/tier.ts';
import { type Clock, rfc3339 } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { refused } from '../kernel/problem.ts';
import { type AccountAccess, type AccountVisit, ownersOnly } from './account-access.ts';
import { form, json, type PortalHandler, type PortalRequest, type PortalRoutes } from './portal-call.ts';

export interface PlanRoutesOptions {
  control: Pick<ControlStore, 'findAccount' | 'people'>;
  access: AccountAccess;
  /** Default: the operator grants tiers and none is sold. */
  sales: PlanSales | undefined;
  clock: Clock;
  log: Log;
}

const purchase = Type.Object(
  { tier: Type.Enum(tiers.filter((tier) => tier !== 'free')) },
  { additionalProperties: false },
);

/** The plan of an account, and the way to another one over the billing provider's own pages. */
export function planRoutes(options: PlanRoutesOptions): PortalRoutes {
  const { control, access, sales, clock } = options;
  const owners = ownersOnly(access);

  function selling(): PlanSales {
    if (sales !== undefined) return sales;
    throw refused(404, 'NOT_SOLD', 'Plans are not sold here: the operator of this service grants them.');
  }

  function subscribed({ entitlements }: AccountDetail): boolean {
    const nowMs = clock.nowMs();
    return entitlements.some(({ source, validUntilMs = Number.POSITIVE_INFINITY }) => {
      return source === 'stripe' && validUntilMs > nowMs;
    });
  }

  /** Customer id of the account at the provider; created at the first purchase. */
  async function customerOf({ account: { accountId, name }, person }: AccountVisit): Promise<string> {
    const known = await control.people.billingCustomer(accountId);
    if (known !== undefined) return known;
    const made = await selling().customer({ accountId, accountName: name, email: person.email });
    return await control.people.billingCustomer(accountId, made);
  }

  const handlers: PortalRoutes = {
    // For visitors, too: a price is seen before the sign-up.
    plans: {
      GET: async () => json({ tiers: offersAt(await pricesOf(options)), sells: sales !== undefined }),
    },
    'accounts/{account}/plan': {
      async GET(request, names) {
        const { account } = await access(request, names);
        const [detail, customer, prices] = await Promise.all([
          control.findAccount(account.name),
          control.people.billingCustomer(account.accountId),
          pricesOf(options),
        ]);
        return json({
          ...shownPlan(detail, prices),
          sells: sales !== undefined,
          customer: customer !== undefined,
        });
      },
    },
    'accounts/{account}/checkout': {
      async POST(request, names) {
        const visit = await owners(request, names);
        const { tier } = await form(request, purchase);
        const detail = await control.findAccount(visit.account.name);
        if (subscribed(detail)) {
          throw refused(
            409,
            'SUBSCRIBED',
            'The account has a subscription; change that one under "Manage billing".',
          );
        }
        if (!(await selling().prices()).some((price) => price.tier === tier)) {
          throw refused(404, 'NOT_SOLD', `The ${tier} tier is not sold here.`);
        }
        const customer = await customerOf(visit);
        const accountName = visit.account.name;
        return json({
          url: await selling().checkout({ customer, accountName, tier, returnUrl: returnUrl(request) }),
        });
      },
    },
    'accounts/{account}/billing': {
      async POST(request, names) {
        const customer = await customerOf(await owners(request, names));
        return json({ url: await selling().manage({ customer, returnUrl: returnUrl(request) }) });
      },
    },
    'accounts/{account}/invoices': {
      async GET(request, names) {
        const { account } = await owners(request, names);
        const customer = await control.people.billingCustomer(account.accountId);
        const invoices = customer === undefined || sales === undefined ? [] : await sales.invoices(customer);
        return json({
          invoices: invoices.map(({ createdAtMs, ...invoice }) => ({ ...invoice, at: rfc3339(createdAtMs) })),
        });
      },
    },
  };
  return eachAway(handlers, options.log);
}

/** A failing provider does not fail the rest of the page. */
async function pricesOf({ sales, log }: PlanRoutesOptions) {
  try {
    return (await sales?.prices()) ?? [];
  } catch (error) {
    if (!(error instanceof BillingAway)) throw error;
    log.error({ why: error.message }, 'the billing provider does not return its prices');
    return [];
  }
}

function shownPlan(detail: AccountDetail, prices: Awaited<ReturnType<PlanSales['prices']>>) {
  const { tier, billing, entitlements } = detail;
  const time = (timeMs: number | undefined) => (timeMs === undefined ? null : rfc3339(timeMs));
  return {
    tier,
    billing: { state: billing.state, graceExpiresAt: time(billing.graceExpiresAtMs) },
    entitlements: entitlements.map(({ tier: of, source, validFromMs, validUntilMs }) => {
      return { tier: of, source, from: rfc3339(validFromMs), until: time(validUntilMs) };
    }),
    tiers: offersAt(prices),
  };
}

function offersAt(prices: Awaited<ReturnType<PlanSales['prices']>>) {
  return tiers.map((tier) => ({
    tier,
    limits: tierLimits[tier],
    price: prices.find((one) => one.tier === tier) ?? null,
  }));
}

const returnUrl = ({ request }: PortalRequest) => `${new URL(request.url).origin}/upgrade`;

function eachAway(routes: PortalRoutes, log: Log): PortalRoutes {
  const guarded =
    (handler: PortalHandler): PortalHandler =>
    async (request, names) => {
      try {
        return await handler(request, names);
      } catch (error) {
        if (!(error instanceof BillingAway)) throw error;
        log.error({ why: error.message }, 'the billing provider does not answer');
        throw refused(
          502,
          'BILLING_AWAY',
          'The billing provider does not answer at the moment. Try again shortly.',
        );
      }
    };
  return Object.fromEntries(
    Object.entries(routes).map(([path, methods]) => {
      const entries = Object.entries(methods).map(([method, handler]) => [method, guarded(handler)]);
      return [path, Object.fromEntries(entries)];
    }),
  );
}
