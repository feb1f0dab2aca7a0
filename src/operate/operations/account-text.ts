import { overridableTier } from '../../domain/limit-overrides.ts';
import type { TierLimits } from '../../domain/tier.ts';
import { minuteText, textTable } from '../command-text.ts';
import type { AccountDetail, AccountSummary } from './accounts.ts';

type AccountEntitlement = AccountDetail['entitlements'][number];

export function accountRow(account: AccountSummary): Record<string, string> {
  return {
    name: account.name,
    tier: account.tier,
    billing: billingText(account),
    keys: String(account.activeKeys),
    created: minuteText(account.createdAtMs),
  };
}

/** @param nowMs unix milliseconds; entitlements that ended before are marked */
export function accountText(account: AccountDetail, nowMs: number): string {
  const { name, tier, createdAtMs, entitlements } = account;
  const lines = [
    ['account', name],
    ['tier', tier],
    ['billing', billingText(account)],
    ['keys', `${account.activeKeys} of ${limitText(account.limits.keys)} active`],
    ['created', minuteText(createdAtMs)],
    ...(hasIdleLimits(account)
      ? [['limits', `of its own are set, and apply on ${overridableTier} only`]]
      : []),
  ].map(([label, value]) => `${label!.padEnd(9)}${value}\n`);
  const granted = entitlements.length === 0 ? 'no entitlements\n' : entitlementsTable(entitlements, nowMs);
  return `${lines.join('')}\n${limitsTable(account)}\n${granted}`;
}

function hasIdleLimits({ overrides, tier }: AccountDetail): boolean {
  return overrides !== undefined && tier !== overridableTier;
}

export function limitsTable({ limits, overrides = {}, tier }: AccountDetail): string {
  const own = tier === overridableTier ? new Set(Object.keys(overrides)) : new Set<string>();
  if (own.has('ratePerMinute')) own.add('routeRatePerMinute'); // half of it, where it has no number of its own
  return textTable(
    Object.entries(limits).map(([limit, value]: [string, TierLimits[keyof TierLimits]]) => ({
      limit,
      value: limitText(value),
      from: own.has(limit) ? 'account' : 'tier',
    })),
  );
}

/** True for a current or future entitlement. */
export function isOpen({ validUntilMs }: AccountEntitlement, nowMs: number): boolean {
  return validUntilMs === undefined || validUntilMs > nowMs;
}

function entitlementsTable(entitlements: readonly AccountEntitlement[], nowMs: number): string {
  return textTable(
    entitlements.map((entitlement) => ({
      entitlement: entitlement.id,
      tier: entitlement.tier,
      source: entitlement.subscription ?? entitlement.source,
      status: !isOpen(entitlement, nowMs) ? 'ended' : entitlement.validFromMs > nowMs ? 'to come' : 'holds',
      from: minuteText(entitlement.validFromMs),
      until: minuteText(entitlement.validUntilMs),
    })),
  );
}

function billingText({ billing }: AccountSummary): string {
  return billing.state === 'grace' ? `grace until ${minuteText(billing.graceExpiresAtMs)}` : billing.state;
}

function limitText(value: number | null): string {
  return value === null ? 'unlimited' : value.toLocaleString('en');
}
