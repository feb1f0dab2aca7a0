import { type Static, Type } from 'typebox';
import type { ProviderStatus, SubscriptionFact } from '../control/billing-subscription.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { dayMs } from '../kernel/clock.ts';
import { lateCheck } from '../kernel/late-check.ts';
import { unfitValue } from '../routes/input-values.ts';

export type StripeReading =
  | { eventId: string; fact: SubscriptionFact }
  | { eventId: string; unusable: string }
  | { ignored: true };

const id = Type.String({ minLength: 1, maxLength: 255 });
/** Stripe writes an object's id, or the object where it was expanded. */
const reference = Type.Union([id, Type.Object({ id })]);

const eventShape = Type.Object({
  id,
  type: Type.String(),
  created: Type.Integer({ minimum: 0 }),
  data: Type.Object({ object: Type.Unknown() }),
});

const subscriptionShape = Type.Object({
  id,
  customer: reference,
  status: Type.String(),
  metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])),
  items: Type.Object({ data: Type.Array(Type.Object({ price: Type.Object({ id }) }), { minItems: 1 }) }),
});

const optionalReference = Type.Optional(Type.Union([reference, Type.Null()]));

/** The subscription is under `parent` since API version 2025-03-31, before that at the top level. */
const invoiceShape = Type.Object({
  subscription: optionalReference,
  parent: Type.Optional(
    Type.Union([
      Type.Object({
        subscription_details: Type.Optional(
          Type.Union([Type.Object({ subscription: optionalReference }), Type.Null()]),
        ),
      }),
      Type.Null(),
    ]),
  ),
});

/** How far the clocks of two machines may be apart. */
const clockToleranceMs = dayMs;

const shapes = {
  event: lateCheck(eventShape),
  subscription: lateCheck(subscriptionShape),
  invoice: lateCheck(invoiceShape),
};

const statuses: Readonly<Record<string, ProviderStatus>> = {
  incomplete: 'pending',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'ended',
  canceled: 'ended',
  paused: 'ended',
};

const kinds: Readonly<Record<string, SubscriptionFact['kind']>> = {
  'customer.subscription.created': 'created',
  'customer.subscription.updated': 'updated',
  'customer.subscription.deleted': 'deleted',
  'invoice.payment_failed': 'payment_failed',
  'invoice.paid': 'paid',
};

/**
 * Reads an event whose signature was checked. Which account a subscription is for, its metadata say in `account`;
 * without, the account is named after the customer (`cus_…`).
 *
 * @param nowMs unix milliseconds; an event is never of the future
 */
export function readStripeEvent(
  event: unknown,
  tierOfPrice: ReadonlyMap<string, Tier>,
  nowMs: number,
): StripeReading {
  const reading = readingOf(event, tierOfPrice);
  if (!('fact' in reading)) return reading;
  const { eventId, fact } = reading;
  // Checks only the fields read: the rest of an event is not kept.
  const unfit = unfitValue('its fact', fact);
  if (unfit !== undefined) return { eventId, unusable: `${unfit.location} ${unfit.message}` };
  if (fact.occurredAtMs > nowMs + clockToleranceMs) {
    return { eventId, unusable: `it was created at ${fact.occurredAtMs / 1_000}, which lies in the future` };
  }
  return reading;
}

function readingOf(event: unknown, tierOfPrice: ReadonlyMap<string, Tier>): StripeReading {
  if (!shapes.event.Check(event)) return { eventId: 'unknown', unusable: 'it is no event object' };
  const { id: eventId, type, created, data } = event;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind === undefined) return { ignored: true };
  const base = { eventId, occurredAtMs: created * 1_000 };
  if (kind === 'payment_failed' || kind === 'paid') {
    if (!shapes.invoice.Check(data.object)) return { eventId, unusable: `${type} holds no invoice` };
    const { parent, subscription } = data.object;
    const subscriptionId = idOf(parent?.subscription_details?.subscription ?? subscription);
    // An invoice of something else.
    if (subscriptionId === undefined) return { ignored: true };
    return { eventId, fact: { ...base, kind, subscriptionId } };
  }
  if (!shapes.subscription.Check(data.object)) return { eventId, unusable: `${type} holds no subscription` };
  const { id: subscriptionId, status: stripeStatus, metadata, customer } = data.object;
  if (kind === 'deleted') return { eventId, fact: { ...base, kind, subscriptionId } };
  const tier = tierOf(data.object, tierOfPrice);
  if (tier === undefined) {
    const prices = data.object.items.data.map((item) => item.price.id).join(', ');
    return {
      eventId,
      unusable: `subscription ${subscriptionId} has no price of TIDEMARK_STRIPE_PRICES: ${prices}`,
    };
  }
  const status = Object.hasOwn(statuses, stripeStatus) ? statuses[stripeStatus] : undefined;
  if (status === undefined) return { eventId, unusable: `the status ${stripeStatus} is unknown` };
  const accountName = metadata?.account ?? idOf(customer)!;
  return { eventId, fact: { ...base, kind, subscriptionId, status, tier, accountName } };
}

function idOf(found: Static<typeof reference> | null | undefined): string | undefined {
  return typeof found === 'string' ? found : found?.id;
}

/** The best tier among the prices of a subscription that entitle to one; its other items are none of ours. */
function tierOf(
  { items }: Static<typeof subscriptionShape>,
  tierOfPrice: ReadonlyMap<string, Tier>,
): Tier | undefined {
  let best: Tier | undefined;
  for (const { price } of items.data) {
    const tier = tierOfPrice.get(price.id);
    if (tier !== undefined && (best === undefined || tierAllows(tier, best))) best = tier;
  }
  return best;
}
