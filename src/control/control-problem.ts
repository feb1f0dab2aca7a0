import { type Problem, refused } from '../kernel/problem.ts';
import type { ControlError, ControlFault } from './control-error.ts';

const statuses: Readonly<Record<ControlFault, number>> = {
  invalid_input: 400,
  unknown_key: 404,
  unknown_account: 404,
  unknown_entitlement: 404,
  inactive_key: 409,
  key_limit: 409,
  unknown_alert: 404,
  alert_limit: 409,
  unknown_list: 404,
  list_limit: 409,
  list_in_use: 409,
  in_use: 503,
  unavailable: 503,
  schema: 503,
};

/** Problem of a fault, for APIs whose callers manage accounts; its code is the fault in capitals. */
export function controlProblem(error: ControlError): Problem {
  const status = statuses[error.fault];
  const retry = status === 503 && { retryAfterSeconds: 1 };
  return refused(status, error.fault.toUpperCase(), error.message, { cause: error, ...retry });
}

/** The fault of a problem's code; undefined for other problems. */
export function controlFaultOf(code: string): ControlFault | undefined {
  const fault = code.toLowerCase();
  return Object.hasOwn(statuses, fault) ? (fault as ControlFault) : undefined;
}
