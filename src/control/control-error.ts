export type ControlFault =
  | 'invalid_input'
  | 'unknown_key'
  | 'unknown_account'
  | 'unknown_entitlement'
  | 'inactive_key'
  | 'key_limit'
  | 'unknown_alert'
  | 'alert_limit'
  | 'unknown_list'
  | 'list_limit'
  | 'list_in_use'
  | 'in_use'
  | 'unavailable'
  | 'schema';

/** A fault that the operator or account holder can fix; the message says how. Never holds a key or a password. */
export class ControlError extends Error {
  readonly fault: ControlFault;

  constructor(fault: ControlFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ControlError';
    this.fault = fault;
  }
}
