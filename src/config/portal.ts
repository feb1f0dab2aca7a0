import { Type } from 'typebox';
import type { FaultDetail } from '../kernel/problem.ts';
import { given, missingFaults } from './setting.ts';

export const portalSettings = {
  guest: Type.Optional(
    Type.Enum(['off', 'free', 'starter', 'pro', 'enterprise'], {
      ...given({
        env: 'TIDEMARK_GUEST',
        description: 'Tier of visitors without an account, who also see all that the pages show',
        defaultNote: '`pro`; `free` where plans or calls are sold',
      }),
    }),
  ),
  guestRatePerMinute: Type.Integer({
    ...given({
      env: 'TIDEMARK_GUEST_REQUESTS_PER_MINUTE',
      description: 'Requests a minute of all visitors together, in each process',
    }),
    minimum: 1,
    maximum: 10_000_000,
    default: 6_000,
  }),
  signup: Type.Enum(['open', 'closed'], {
    ...given({
      env: 'TIDEMARK_SIGNUP',
      description:
        'Sign-up on the pages; `closed`: by invitation. Open sign-up for other machines needs TIDEMARK_SMTP_URL or TIDEMARK_OIDC_ISSUER',
    }),
    default: 'open',
  }),
  portalSecret: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_PORTAL_SECRET',
        description: 'Secret that signs cookies and mailed links; the same in all processes',
        defaultNote: 'generated once, stored in the control store',
        secret: true,
      }),
      format: 'token',
    }),
  ),
  smtpUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_SMTP_URL',
        description: 'Server for outgoing mail; needs TIDEMARK_MAIL_FROM',
        defaultNote: 'no mail',
        secret: true,
      }),
      format: 'smtp-url',
    }),
  ),
  mailFrom: Type.Optional(
    Type.String({
      ...given({ env: 'TIDEMARK_MAIL_FROM', description: 'Sender of outgoing mail' }),
      format: 'mail-from',
    }),
  ),
  oidcIssuer: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_OIDC_ISSUER',
        description:
          'Identity provider (OpenID Connect) for sign-in; needs TIDEMARK_OIDC_CLIENT_ID and TIDEMARK_OIDC_CLIENT_SECRET',
        defaultNote: 'none',
      }),
      format: 'http-url',
    }),
  ),
  oidcClientId: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_OIDC_CLIENT_ID',
        description:
          'Client id of this service at the provider; redirect address: `/portal/api/auth/callback/oidc`',
      }),
      pattern: '^[\\x21-\\x7e]{1,256}$',
    }),
  ),
  oidcClientSecret: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_OIDC_CLIENT_SECRET',
        description: 'Client secret of this service at the provider',
        secret: true,
      }),
      pattern: '^[\\x21-\\x7e]{1,512}$',
    }),
  ),
  oidcName: Type.String({
    ...given({ env: 'TIDEMARK_OIDC_NAME', description: 'Name of the provider on the sign-in button' }),
    pattern: '^[^\\p{C}]{1,40}$',
    default: 'single sign-on',
  }),
};

/** Mail and the identity provider each need all of their settings. */
export const portalFaults = (settings: object): FaultDetail[] => [
  ...missingFaults(settings, { smtpUrl: 'TIDEMARK_SMTP_URL', mailFrom: 'TIDEMARK_MAIL_FROM' }),
  ...missingFaults(settings, {
    oidcIssuer: 'TIDEMARK_OIDC_ISSUER',
    oidcClientId: 'TIDEMARK_OIDC_CLIENT_ID',
    oidcClientSecret: 'TIDEMARK_OIDC_CLIENT_SECRET',
  }),
];
