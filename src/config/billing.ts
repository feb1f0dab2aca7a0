import { Type } from 'typebox';
import type { FaultDetail } from '../kernel/problem.ts';
import { given, missingFaults } from './setting.ts';

export const billingSettings = {
  stripeWebhookSecret: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_STRIPE_WEBHOOK_SECRET',
        description:
          'Signing secret of the webhook endpoint at Stripe, `/webhooks/stripe`: subscriptions then entitle accounts; needs TIDEMARK_STRIPE_PRICES',
        defaultNote: 'the operator alone grants tiers',
        secret: true,
      }),
      format: 'stripe-secret',
    }),
  ),
  stripeSecretKey: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_STRIPE_SECRET_KEY',
        description: 'Stripe API key, for selling plans on the pages',
        defaultNote: 'no plans are sold',
        secret: true,
      }),
      pattern: '^[rs]k_(live|test)_[0-9A-Za-z_]{1,240}$',
    }),
  ),
  stripePrices: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_STRIPE_PRICES',
        description: 'Tier of each Stripe price',
      }),
      format: 'prices',
    }),
  ),
  billingGraceDays: Type.Integer({
    ...given({
      env: 'TIDEMARK_BILLING_GRACE_DAYS',
      description: 'Days that a paid tier stays after a failed payment',
    }),
    minimum: 0,
    maximum: 90,
    default: 7,
  }),
};

/** Without secret and prices, no event of Stripe could be believed or understood. */
export function billingFaults(settings: { stripeSecretKey?: string }): FaultDetail[] {
  return missingFaults(settings, {
    stripeWebhookSecret: 'TIDEMARK_STRIPE_WEBHOOK_SECRET',
    stripePrices: 'TIDEMARK_STRIPE_PRICES',
    ...(settings.stripeSecretKey !== undefined && { stripeSecretKey: 'TIDEMARK_STRIPE_SECRET_KEY' }),
  });
}
