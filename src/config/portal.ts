import { Type } from 'typebox';
import { given } from './setting.ts';

/** What the pages of the service offer to people. */
export const portalSettings = {
  guest: Type.Enum(['off', 'free', 'starter', 'pro', 'enterprise'], {
    ...given({
      env: 'TIDEMARK_GUEST',
      description:
        'What visitors without an account see on the pages: as accounts of this tier do, 240 requests a minute and 20,000 a day for each address',
    }),
    default: 'pro',
  }),
};
