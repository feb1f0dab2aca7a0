import { limitOverrides, type OverrideChanges } from '../../domain/limit-overrides.ts';
import { isTier } from '../../domain/tier.ts';
import { systemClock } from '../../kernel/clock.ts';
import { UsageError } from '../../kernel/command-line.ts';
import { nearestTo } from '../../kernel/nearest.ts';
import type { OperationCommand } from '../operation.ts';
import { accountText, isOpen, limitsTable } from './account-text.ts';
import type { AccountDetail } from './accounts.ts';

const name = ['<NAME>', 'name of the account'] as const;

export const endCommand: OperationCommand<object, AccountDetail> = {
  words: 'accounts end',
  description: 'Ends grants of an account from the next request on.',
  examples: `
An entitlement of a subscription ends with the subscription, at the billing provider.

Examples:
  tidemark accounts end desk pro
  tidemark accounts end desk 0b1f7a3e-54cd-4a6b-9f5e-2f1c8d7e6a90`,
  arguments: {
    name,
    grants: ['<GRANT...>', 'ids of entitlements, as accounts show lists them, or tiers: all grants of one'],
  },
  json: true,
  async act({ name, grants, json }, { open, stdout, printJson }) {
    await open(async (call) => {
      let account = (await call('findAccount', { name })) as AccountDetail;
      // Reports an id that the account does not have before any grant is ended.
      const ids = new Set((grants as string[]).flatMap((grant) => idsOf(account, grant)));
      for (const id of ids) account = (await call('endEntitlement', { id })) as AccountDetail;
      if (json) printJson(account);
      else stdout.write(accountText(account, systemClock.nowMs()));
    });
  },
};

function idsOf({ name, entitlements }: AccountDetail, grant: string): string[] {
  const nowMs = systemClock.nowMs();
  const granted = entitlements.filter((entitlement) => isGrant(entitlement) && isOpen(entitlement, nowMs));
  const meant = isTier(grant)
    ? granted.filter(({ tier }) => tier === grant)
    : entitlements.filter(({ id }) => id === grant);
  if (meant.length > 0) return meant.map(({ id }) => id);
  const there = granted.map(({ id, tier }) => `${tier} ${id}`).join(', ');
  const what = isTier(grant) ? `grant of ${grant}` : `entitlement ${grant}`;
  const remedy = there === '' ? 'it has no grants' : `its grants: ${there}`;
  throw new Error(`account ${name} has no ${what}; ${remedy}`);
}

function isGrant({ subscription }: AccountDetail['entitlements'][number]): boolean {
  return subscription === undefined;
}

type LimitName = keyof OverrideChanges;

const names = Object.keys(limitOverrides.properties) as LimitName[];

const help = `
Limits: ${names.join(', ')}.
A value is a whole number, unlimited, or tier to restore that of the tier. Limits that are not named stay as they are.
Only Enterprise accounts have limits of their own.

Examples:
  tidemark accounts limits desk
  tidemark accounts limits desk --set ratePerMinute=20000 requestsPerDay=unlimited
  tidemark accounts limits desk --clear`;

export const limitsCommand: OperationCommand<object, AccountDetail> = {
  words: 'accounts limits',
  description: 'Shows the limits of an account, or sets limits of its own from the next request on.',
  examples: help,
  arguments: { name },
  options: {
    set: ['--set <LIMIT=VALUE...>', 'limits of its own', { read: changeOf }],
    clear: ['--clear', 'the limits of its tier again, all of them', { conflicts: 'set' }],
  },
  json: true,
  async act({ name, set, clear, json }, { open, stdout, printJson }) {
    const params = clear ? 'clearOverrides' : set === undefined ? 'findAccount' : 'changeOverrides';
    await open(async (call) => {
      const account = (await call(params, {
        name,
        ...(set as OverrideChanges | undefined),
      })) as AccountDetail;
      if (json) printJson(account);
      else stdout.write(limitsTable(account));
    });
  },
};

/** Parses and collects `LIMIT=VALUE`. @throws UsageError naming the valid form */
function changeOf(text: string, before: unknown): OverrideChanges {
  const [, name = text, value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  if (!names.includes(name as LimitName)) {
    const nearest = nearestTo(name, names);
    const remedy = nearest === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${nearest}?`;
    throw new UsageError(`There is no limit ${name}. ${remedy}`);
  }
  return { ...(before as OverrideChanges | undefined), [name]: limitValue(value) };
}

/** The store checks the bounds. */
function limitValue(text: string): number | null | 'tier' {
  if (text === 'tier') return text;
  if (text === 'unlimited') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError('A value is a whole number, unlimited, or tier to restore that of the tier.');
}
