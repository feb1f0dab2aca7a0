/** Account value at the start of an hour. Amounts are plain decimals; null if the part was unknown. */
export interface AccountHour {
  wallet: string;
  /** Unix milliseconds: the hour, when the row was computed, and the oldest response used. */
  hour: number;
  made: number;
  oldest: number;
  isPooled: boolean;
  perps: readonly { dex: string; value: string | null }[];
  spot: string | null;
  vaults: string | null;
  staked: string | null;
  lent: string | null;
  escrow: string | null;
  total: string | null;
  known: string;
}

const decimal = 'Nullable(Decimal(38, 12))';
const parts = ['spot', 'vaults', 'staked', 'lent', 'escrow', 'total'] as const;
const texts = ['wallet', 'dexes', 'perps', ...parts, 'known'] as const;
const integers = ['hour', 'made', 'oldest', 'is_pooled'] as const;

export const accountHoursInsert = {
  structure: [...texts.map((name) => `${name} String`), ...integers.map((name) => `${name} Int64`)].join(
    ', ',
  ),
  target: `account_hours (${[...texts, ...integers].join(', ')})`,
  select: [
    'toFixedString(unhex(substring(wallet, 3)), 20)',
    "JSONExtract(dexes, 'Array(String)')",
    `arrayMap(text -> CAST(nullIf(text, ''), '${decimal}'), JSONExtract(perps, 'Array(String)'))`,
    ...parts.map((name) => `CAST(nullIf(${name}, ''), '${decimal}')`),
    "CAST(known, 'Decimal(38, 12)')",
    "toDateTime(intDiv(hour, 1000), 'UTC')",
    "fromUnixTimestamp64Milli(made, 'UTC')",
    "fromUnixTimestamp64Milli(oldest, 'UTC')",
    'is_pooled = 1',
  ].join(', '),
};

export function accountHourRow({ isPooled, perps, ...rest }: AccountHour): Record<string, string | number> {
  const { wallet, hour, made, oldest, known } = rest;
  return {
    wallet,
    hour,
    made,
    oldest,
    known,
    is_pooled: Number(isPooled),
    dexes: JSON.stringify(perps.map(({ dex }) => dex)),
    perps: JSON.stringify(perps.map(({ value }) => value ?? '')),
    ...Object.fromEntries(parts.map((part) => [part, rest[part] ?? ''])),
  };
}
