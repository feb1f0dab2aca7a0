import { Type } from 'typebox';
import { given } from './setting.ts';

export const billingSettings = {
  billing: Type.Enum(['manual', 'stripe'], {
    ...given({
      env: 'TIDEMARK_BILLING',
      description:
        'Where entitlements come from besides the operator: `stripe` takes its webhooks at `/webhooks/stripe`',
    }),
    default: 'manual',
  }),
  stripeWebhookSecret: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_STRIPE_WEBHOOK_SECRET',
        description: 'Signing secret of the webhook endpoint at Stripe',
        secret: true,
      }),
      format: 'stripe-secret',
    }),
  ),
  stripeSecretKey: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_STRIPE_SECRET_KEY',
        description: 'Key of the API of Stripe, with which the pages sell plans',
        defaultNote: 'the pages sell none',
        secret: true,
      }),
      pattern: '^[rs]k_(live|test)_[0-9A-Za-z_]{1,240}$',
    }),
  ),
  stripePrices: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_STRIPE_PRICES',
        description: 'Which tier each price of Stripe entitles to',
      }),
      format: 'prices',
    }),
  ),
  billingGraceDays: Type.Integer({
    ...given({
      env: 'TIDEMARK_BILLING_GRACE_DAYS',
      description: 'Days that a paid tier stays after a payment failed',
    }),
    minimum: 0,
    maximum: 90,
    default: 7,
  }),
};
