import { Type } from 'typebox';
import { cohortKinds, cohortSlugs } from '../../domain/cohort.ts';
import { details } from './answer.ts';

export const address = (description = 'Wallet: 0x and 40 hex digits') =>
  Type.String({ pattern: '^0[xX][0-9a-fA-F]{40}$', description });

export const coin = (description = 'Coin in any spelling: BTC, kPEPE, xyz:GOLD, @107, #90') =>
  Type.String({ minLength: 1, maxLength: 40, description });

export const since = (description: string) =>
  Type.String({
    pattern: '^[0-9]{1,6}[mhd]$',
    description: `${description}: like 90m, 24h, 7d`,
  });

export const hours = (description: string) => Type.Integer({ minimum: 1, maximum: 8_760, description });

export const count = (description: string, maximum = 1_000) =>
  Type.Integer({ minimum: 1, maximum, description });

export const choice = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Enum(values as unknown as string[], { description });

export const choices = (values: readonly string[], description: string) =>
  Type.Array(Type.Enum([...values]), { minItems: 1, maxItems: values.length, description });

export const date = (description: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    description: `${description}: a UTC date like 2026-05-31`,
  });

export const number = (description: string) => Type.Number({ minimum: -1e10, maximum: 1e10, description });

export const tierType = () => choice(cohortKinds, 'pnl: by realized profit; size: by volume');

export const tier = () =>
  choice(
    cohortKinds.flatMap((kind) => [...cohortSlugs(kind)]),
    'Cohort, best first: money_printer, smart_money, grinder, … by pnl; leviathan, tidal_whale, whale, … by size',
  );

/** Every tool takes it. */
export const detail = () => Type.Optional(choice(details, 'full: 10 × the rows'));
