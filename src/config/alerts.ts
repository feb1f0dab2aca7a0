import { Type } from 'typebox';
import { given } from './setting.ts';

/** Alerts (docs/guides/alerts.md). */
export const alertSettings = {
  alertRules: Type.String({
    ...given({
      env: 'TIDEMARK_ALERT_RULES',
      description:
        'Alerts that one account may have, by tier, as TIER=NUMBER between commas; a tier that is left out has none',
    }),
    format: 'by-tier',
    default: 'free=1,starter=5,pro=50,enterprise=1000',
  }),
  alertAddresses: Type.Enum(['public', 'any'], {
    ...given({
      env: 'TIDEMARK_ALERT_ADDRESSES',
      description:
        'Where alerts may be sent: to public addresses on ports 443 and 80, or to `any`, private ones too, which lets every account that has alerts reach the network of this machine',
    }),
    default: 'public',
  }),
};
