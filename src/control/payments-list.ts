import type { Kysely } from 'kysely';
import { ControlError } from './control-error.ts';
import type { PaymentState } from './payments.ts';
import type { ControlDatabase } from './schema.ts';

export interface PaymentSummary {
  id: string;
  state: PaymentState;
  payer: string;
  /** In the smallest unit of the asset. */
  amount: string;
  asset: string;
  /** CAIP-2. */
  network: string;
  payTo: string;
  endpoint: string;
  /** Method, path and query that it paid for. */
  request: string;
  /** Of the chain; absent where nothing was charged, or the facilitator did not say. */
  transaction?: string;
  /** Why it is not simply settled. */
  reason?: string;
  createdAtMs: number;
  endedAtMs?: number;
}

export interface PaymentsListOptions {
  state?: PaymentState;
  /** An address in lower case. */
  payer?: string;
  /** 1 to 10,000; default 1,000. */
  limit?: number;
}

const listLimit = { default: 1_000, max: 10_000 };

/** The newest payments, newest first. @throws ControlError `invalid_input` for a limit out of bounds */
export async function listPayments(
  db: Kysely<ControlDatabase>,
  { state, payer, limit = listLimit.default }: PaymentsListOptions,
): Promise<PaymentSummary[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > listLimit.max) {
    throw new ControlError('invalid_input', `limit must be 1 to ${listLimit.max}; it is ${limit}`);
  }
  const all = db
    .selectFrom('payments')
    .select(['id', 'state', 'payer', 'amount', 'asset', 'network', 'pay_to', 'endpoint', 'request'])
    .select(['transaction', 'reason', 'created_at', 'ended_at']);
  const ofState = state === undefined ? all : all.where('state', '=', state);
  const params = payer === undefined ? ofState : ofState.where('payer', '=', payer);
  const rows = await params.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
  return rows.map(({ pay_to, amount, transaction, reason, created_at, ended_at, ...row }) => ({
    ...row,
    amount: String(amount),
    payTo: pay_to,
    ...(transaction !== null && { transaction }),
    ...(reason !== null && { reason }),
    createdAtMs: created_at.getTime(),
    ...(ended_at !== null && { endedAtMs: ended_at.getTime() }),
  }));
}
