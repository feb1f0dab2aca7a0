import type { Tier } from '../../../src/domain/tier.ts';
import type { AccessHarness, Sent } from '../../access-harness.ts';
import type { Received } from '../../contract/contract.ts';

/** The cases of errors (docs/contract.md#errors); the others come with HTTP itself. */
export const settledCases = [
  'no key',
  'unknown, revoked or inactive key',
  'upstream exchange failed or timed out',
  'window longer than the tier allows',
  'tier too low',
  'parameter breaks its schema (type, enum, bound)',
  'well-formed but not acceptable (address not 0x+40 hex, bad `since`, startTime after endTime)',
  'unknown coin, wallet without data, unknown id or route',
  'wrong method',
  'per-minute, per-route, daily, monthly limit',
  'overload, or a source too stale to answer from',
  'query over its deadline',
  'our fault',
] as const;

/** Setup of a row: a key with its own account, and its own client address. */
export interface Stage {
  service: AccessHarness;
  key: string;
  id: string;
  accountId: string;
  ask(path: string, sent?: Sent): Promise<Received>;
}

export interface ErrorRow {
  of: (typeof settledCases)[number] | 'HTTP';
  name: string;
  status: number;
  code: string;
  shape: 'APIError' | 'legacy';
  /** Fields beyond those of every error of its shape; a pattern matches a text. */
  body: Record<string, unknown>;
  headers?: Record<string, RegExp>;
  /** Owner of its rate-limit headers. */
  limits: 'account' | 'ip' | 'none';
  /** Tier of its key; default: free. */
  tier?: Tier;
  /** True if it counts against the account; absent without a known account, or if its limits are used up. */
  counts?: boolean;
  /** Makes the service ready for it. */
  prepare?(stage: Stage): Promise<unknown> | unknown;
  send(stage: Stage): Promise<Received>;
}

/** The address of where to move to a higher tier. */
export const upgrade = /\/upgrade$/;

type Shared = Omit<ErrorRow, 'name' | 'send'>;
type Own = Pick<ErrorRow, 'send'> & Partial<ErrorRow>;

/** Rows that share a status and a shape, by name. */
export function rows(shared: Shared, own: Record<string, Own>): ErrorRow[] {
  return Object.entries(own).map(([name, row]) => ({ ...shared, name, ...row }));
}

/** Sends a GET with the key of the row. */
export const get = (path: string) => (stage: Stage) => stage.ask(path);
