import type { Migration } from 'kysely/migration';
import * as accountsAndKeys from './0001-accounts-and-keys.ts';
import * as accountUsage from './0002-account-usage.ts';
import * as billing from './0003-billing.ts';
import * as instances from './0004-instances.ts';
import * as keyChanges from './0005-key-changes.ts';
import * as writerLease from './0006-writer-lease.ts';
import * as jobRuns from './0007-job-runs.ts';
import * as payments from './0008-payments.ts';
import * as secrets from './0009-secrets.ts';
import * as portal from './0010-portal.ts';
import * as billingCustomer from './0011-billing-customer.ts';
import * as claimsAndMakers from './0012-claims-and-makers.ts';
import * as agentGrants from './0013-agent-grants.ts';
import * as tokenFamilies from './0014-token-families.ts';
import * as alerts from './0015-alerts.ts';
import * as alertChanges from './0016-alert-changes.ts';
import * as walletLists from './0017-wallet-lists.ts';

/**
 * Every migration of the control database, by name. Listed by hand, so that what runs is what was
 * reviewed; names run in order, and one that was released is never changed.
 */
export const controlMigrations: Record<string, Migration> = {
  '0001-accounts-and-keys': accountsAndKeys,
  '0002-account-usage': accountUsage,
  '0003-billing': billing,
  '0004-instances': instances,
  '0005-key-changes': keyChanges,
  '0006-writer-lease': writerLease,
  '0007-job-runs': jobRuns,
  '0008-payments': payments,
  '0009-secrets': secrets,
  '0010-portal': portal,
  '0011-billing-customer': billingCustomer,
  '0012-claims-and-makers': claimsAndMakers,
  '0013-agent-grants': agentGrants,
  '0014-token-families': tokenFamilies,
  '0015-alerts': alerts,
  '0016-alert-changes': alertChanges,
  '0017-wallet-lists': walletLists,
};
