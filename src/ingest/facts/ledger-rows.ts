import { hash as hashOf } from 'node:crypto';
import { type LedgerEffect, ledgerEffect, unknownEffect } from '../../domain/ledger-update.ts';
import type { LedgerReading } from '../../wire/ledger-update.ts';
import type { MiscEvent } from '../../wire/misc-event.ts';
import type { LedgerUpdateRow, TwapStatusRow, WalletFundingRow } from './fact-tables.ts';
import { walletFundingRow } from './market-rows.ts';

export interface LedgerMoment {
  /** Lower case; empty if the update names no wallet. */
  wallet: string;
  timeMs: number;
  /** Empty or zeros if the exchange acted by itself. */
  hash: string;
}

/**
 * Creates the rows of the updates of one block, or of one answer. Equal updates of a transaction are numbered, so that both sources give
 * the same keys, and a repeat of either changes nothing.
 */
export function ledgerRows(): (moment: LedgerMoment, reading: LedgerReading) => LedgerUpdateRow {
  const seen = new Map<string, number>();
  return ({ wallet, timeMs, hash }, { kind, delta, raw }) => {
    const digest = digestOf(delta ?? raw);
    const key = `${wallet} ${timeMs} ${hash} ${kind} ${digest}`;
    const copy = seen.get(key) ?? 0;
    seen.set(key, copy + 1);
    const effect: LedgerEffect = delta === undefined ? unknownEffect : ledgerEffect(wallet, delta);
    return {
      wallet,
      time: timeMs,
      hash,
      kind,
      digest,
      copy: Math.min(copy, 65_535),
      class: effect.class,
      token: effect.token,
      amount: effect.amount,
      usd: effect.usd ?? '0',
      is_valued: effect.usd !== undefined,
      fee_usd: effect.feeUsd,
      is_fee_valued: effect.hasUnvaluedFee !== true,
      counterparty: effect.counterparty,
      raw: JSON.stringify(raw).toWellFormed(),
    };
  };
}

export interface MiscRows {
  funding: WalletFundingRow[];
  ledger: LedgerUpdateRow[];
  twaps: TwapStatusRow[];
}

/** Creates the rows of the events of one block: one row per update and wallet named. */
export function miscRows(into: Pick<MiscRows, 'funding' | 'ledger'>): (event: MiscEvent) => void {
  const rowOf = ledgerRows();
  return ({ timeMs, hash, payments, updates }) => {
    for (const { wallet, coin, usdc, szi, fundingRate } of payments)
      into.funding.push(walletFundingRow(wallet, { time: timeMs, delta: { coin, usdc, szi, fundingRate } }));
    for (const { wallets, ...reading } of updates)
      for (const wallet of wallets.length === 0 ? [''] : wallets)
        into.ledger.push(rowOf({ wallet, timeMs, hash }, reading));
  };
}

/** Digest of an update's content, independent of field order and of trailing zeros. */
function digestOf(value: unknown): bigint {
  return hashOf('sha256', JSON.stringify(canonical(value)), 'buffer').readBigUInt64LE(0);
}

function canonical(value: unknown): unknown {
  if (typeof value === 'number') return canonical(String(value));
  if (typeof value === 'string') return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([key, field]) => [key, canonical(field)]);
}
