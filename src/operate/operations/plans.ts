import { Type } from 'typebox';
import { BillingAway, type PlanSales } from '../../billing/billing.ts';
import type { ControlStore } from '../../control/store.ts';
import { tierLimits, tiers } from '../../domain/tier.ts';
import { refused } from '../../kernel/problem.ts';
import { type AccountCaller, instant, maybe, operation, text } from '../operation.ts';
import { accountBilling, effectiveLimits } from './accounts.ts';

const tier = Type.Enum(tiers);
const nullableText = Type.Union([text, Type.Null()]);
const page = Type.Object({ url: Type.String({ description: "Address of the provider's page." }) });

const offers = {
  tiers: Type.Array(
    Type.Object({
      tier,
      limits: effectiveLimits,
      price: maybe(Type.Object({ tier, amount: Type.Number(), currency: text, interval: text })),
    }),
  ),
  sells: Type.Boolean(),
};

/** The tiers with their prices, as visitors see them. A failing provider fails no page: the tiers then have no price. */
export async function planOffers(sales: PlanSales | undefined) {
  const prices = (await sales?.prices().catch(unlessAway)) ?? [];
  return {
    tiers: tiers.map((each) => {
      const price = prices.find((one) => one.tier === each);
      return { tier: each, limits: { ...tierLimits[each] }, ...(price !== undefined && { price }) };
    }),
    sells: sales !== undefined,
  };
}

function unlessAway(error: unknown): undefined {
  if (!(error instanceof BillingAway)) throw error;
}

export const readPlan = operation({
  name: 'readPlan',
  method: 'GET',
  path: '/admin/v1/plan',
  operationId: 'plan-read',
  summary: 'the tier of the account, and the tiers that are offered',
  for: ['owner', 'member'],
  output: Type.Object({ tier, billing: accountBilling, customer: Type.Boolean(), ...offers }),
  async run({ control, sales }, _, { caller }) {
    const { accountId, accountName } = caller!;
    const store = await control();
    const [{ tier: own, billing }, customer, offered] = await Promise.all([
      store.findAccount(accountName),
      store.people.billingCustomer(accountId),
      planOffers(sales),
    ]);
    return { tier: own, billing, customer: customer !== undefined, ...offered };
  },
});

/** @throws Problem 409 for an account with a subscription; 404 for a tier that is not sold; BillingAway */
export const buyPlan = operation({
  name: 'buyPlan',
  method: 'POST',
  path: '/admin/v1/checkout',
  operationId: 'plan-buy',
  summary: 'opens the page of the billing provider where a tier is bought',
  for: ['owner'],
  input: Type.Object({ tier: Type.Enum(tiers.filter((each) => each !== 'free')) }),
  output: page,
  async run({ control, sales, nowMs }, { tier: wanted }, { caller }) {
    const { accountName, serviceUrl } = caller!;
    const store = await control();
    const { entitlements } = await store.findAccount(accountName);
    const isSubscribed = entitlements.some(({ source, validUntilMs = Number.POSITIVE_INFINITY }) => {
      return source === 'stripe' && validUntilMs > nowMs();
    });
    if (isSubscribed) {
      const message = 'The account has a subscription. Change it under "Manage billing".';
      throw refused(409, 'SUBSCRIBED', message);
    }
    const selling = sold(sales);
    if (!(await selling.prices()).some((price) => price.tier === wanted)) {
      throw refused(404, 'NOT_SOLD', `The ${wanted} tier is not sold here.`);
    }
    const customer = await customerOf(store, selling, caller!);
    return {
      url: await selling.checkout({
        customer,
        accountName,
        tier: wanted,
        returnUrl: `${serviceUrl}/upgrade`,
      }),
    };
  },
});

/** @throws Problem 404 where nothing is sold; BillingAway */
export const manageBilling = operation({
  name: 'manageBilling',
  method: 'POST',
  path: '/admin/v1/billing',
  operationId: 'plan-manage',
  summary: 'opens the page of the billing provider where cards and the subscription are changed',
  for: ['owner'],
  output: page,
  async run({ control, sales }, _, { caller }) {
    const selling = sold(sales);
    const customer = await customerOf(await control(), selling, caller!);
    return { url: await selling.manage({ customer, returnUrl: `${caller!.serviceUrl}/upgrade` }) };
  },
});

/** @throws BillingAway */
export const listInvoices = operation({
  name: 'listInvoices',
  method: 'GET',
  path: '/admin/v1/invoices',
  operationId: 'plan-invoices',
  summary: 'the newest invoices of the billing provider, newest first',
  for: ['owner'],
  output: Type.Array(
    Type.Object({
      id: text,
      number: nullableText,
      status: text,
      amount: Type.Number(),
      currency: text,
      createdAt: instant,
      url: nullableText,
    }),
  ),
  under: 'invoices',
  async run({ control, sales }, _, { caller }) {
    const customer = await (await control()).people.billingCustomer(caller!.accountId);
    return customer === undefined || sales === undefined ? [] : await sales.invoices(customer);
  },
});

function sold(sales: PlanSales | undefined): PlanSales {
  if (sales !== undefined) return sales;
  throw refused(404, 'NOT_SOLD', 'Plans are not sold here: the operator of this service grants them.');
}

/** Customer id of the account at the provider; created at the first purchase. */
async function customerOf(
  { people }: Pick<ControlStore, 'people'>,
  sales: PlanSales,
  { accountId, accountName, email }: AccountCaller,
): Promise<string> {
  const known = await people.billingCustomer(accountId);
  if (known !== undefined) return known;
  const made = await sales.customer({ accountId, accountName, email });
  return await people.billingCustomer(accountId, made);
}
