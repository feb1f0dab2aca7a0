import type { Operation, OperationCall, OperationJob } from './operation.ts';
import {
  changeOverrides,
  clearOverrides,
  createAccount,
  endEntitlement,
  findAccount,
  grantTier,
  invite,
  listAccounts,
  setOverrides,
} from './operations/accounts.ts';
import { listDeliveries, resendDeliveries, skipDelivery, testAlert } from './operations/alert-deliveries.ts';
import { dryRunAlert, estimateAlert } from './operations/alert-rehearsals.ts';
import {
  changeAlert,
  createAlert,
  deleteAlert,
  findAlert,
  listAlerts,
  pauseAlert,
  readAlertTerms,
  resumeAlert,
  rotateAlert,
} from './operations/alerts.ts';
import { audit, auditPositions } from './operations/audits.ts';
import { doctor } from './operations/doctor.ts';
import { forget } from './operations/forget.ts';
import { importPaths, planImport } from './operations/import-paths.ts';
import { createKey, keepKey, listKeys, revokeKey, rotateKey } from './operations/keys.ts';
import { deleteList, findList, listLists, setList } from './operations/lists.ts';
import { changeMember, listMembers, removeMember, withdrawInvitation } from './operations/members.ts';
import { migrate } from './operations/migrate.ts';
import { listPayments } from './operations/payments.ts';
import { buyPlan, listInvoices, manageBilling, readPlan } from './operations/plans.ts';
import { listTaxRows, readPnlOfWallet } from './operations/pnl.ts';
import { listDrift, listGaps, listJobs, listQuarantined } from './operations/record.ts';
import { status } from './operations/status.ts';
import { readUsage } from './operations/usage.ts';

/** In the order of the admin surface. */
export const operationList = [
  status,
  doctor,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  listAccounts,
  findAccount,
  createAccount,
  invite,
  grantTier,
  endEntitlement,
  setOverrides,
  changeOverrides,
  clearOverrides,
  listPayments,
  readAlertTerms,
  listAlerts,
  createAlert,
  changeAlert,
  findAlert,
  pauseAlert,
  resumeAlert,
  deleteAlert,
  listDeliveries,
  resendDeliveries,
  skipDelivery,
  testAlert,
  rotateAlert,
  estimateAlert,
  dryRunAlert,
  listLists,
  setList,
  findList,
  deleteList,
  readPnlOfWallet,
  listTaxRows,
  listGaps,
  listQuarantined,
  listDrift,
  listJobs,
  planImport,
  importPaths,
  forget,
  audit,
  auditPositions,
  migrate,
] as const;

/** The operations that only people of an account may call. */
const peopleOperations = [
  keepKey,
  listMembers,
  changeMember,
  removeMember,
  withdrawInvitation,
  readPlan,
  buyPlan,
  manageBilling,
  listInvoices,
  readUsage,
];

/** The operations open to people of an account. */
export const accountOperations = [...operationList, ...peopleOperations].filter((operation) =>
  operation.for.some((caller) => caller !== 'operator'),
);

type Declared = (typeof operationList)[number];

/**
 * The operations of an operator on the stores, in whichever process has them open: this process, the data directory's owner over its
 * socket, or a remote server over its admin listener (docs/adr/access.md#the-admin-surface). Aborting a job ends it soon.
 */
export type Operations = { [O in Declared as O['name']]: OperationCall<O> };

export function everyOperation(
  callOf: (operation: Operation) => (input?: object, job?: OperationJob) => Promise<unknown>,
): Operations {
  return Object.fromEntries(
    (operationList as readonly Operation[]).map((operation) => [operation.name, callOf(operation)]),
  ) as unknown as Operations;
}
