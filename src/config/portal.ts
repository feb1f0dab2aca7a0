import { Type } from 'typebox';
import type { FaultDetail } from '../kernel/problem.ts';
import { given, missingFaults } from './setting.ts';

export const portalSettings = {
  guest: Type.Optional(
    Type.Enum(['off', 'free', 'starter', 'pro', 'enterprise'], {
      ...given({
        env: 'TIDEMARK_GUEST',
        description:
          'What visitors without an account see: as accounts of this tier do, and all that the pages show',
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
        'Who may make an account on the pages; `closed`: who is invited. Open for other machines needs TIDEMARK_SMTP_URL or TIDEMARK_OIDC_ISSUER',
    }),
    default: 'open',
  }),
  portalSecret: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_PORTAL_SECRET',
        description: 'Signs the cookies of people and the links mailed to them; equal in all processes',
        defaultNote: 'made once, kept in the control store',
        secret: true,
      }),
      format: 'token',
    }),
  ),
  smtpUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_SMTP_URL',
        description: 'Server that mail to people goes through; needs TIDEMARK_MAIL_FROM',
        defaultNote: 'no mail',
        secret: true,
      }),
      format: 'smtp-url',
    }),
  ),
  mailFrom: Type.Optional(
    Type.String({
      ...given({ env: 'TIDEMARK_MAIL_FROM', description: 'Sender of mail to people' }),
      format: 'mail-from',
    }),
  ),
  oidcIssuer: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_OIDC_ISSUER',
        description:
          'Identity provider (OpenID Connect) that people may sign in with; needs TIDEMARK_OIDC_CLIENT_ID and TIDEMARK_OIDC_CLIENT_SECRET',
        defaultNote: 'none',
      }),
      format: 'http-url',
    }),
  ),
  oidcClientId: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_OIDC_CLIENT_ID',
        description: 'Id of this service there; it returns people to `/portal/api/auth/callback/oidc`',
      }),
      pattern: '^[\\x21-\\x7e]{1,256}$',
    }),
  ),
  oidcClientSecret: Type.Optional(
    Type.String({
      ...given({ env: 'TIDEMARK_OIDC_CLIENT_SECRET', description: 'Its secret', secret: true }),
      pattern: '^[\\x21-\\x7e]{1,512}$',
    }),
  ),
  oidcName: Type.String({
    ...given({ env: 'TIDEMARK_OIDC_NAME', description: 'Name of the provider on its button' }),
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
