import { type Recomputation, readable } from '../derived.ts';

export function checksum(columns: string): { stored: string; recomputed: string } {
  const expression = `sum(sipHash64(${columns}))`;
  return { stored: expression, recomputed: expression };
}

/** The audit of a copy of fills: how many each wallet has, and what else is said of them. */
export function byWallet(columns: Recomputation['columns'], where?: string): Recomputation {
  return {
    key: [{ column: 'wallet', fromFill: 'wallet', readable: readable('wallet', 'FixedString(20)') }],
    columns: { fills: { stored: 'count()', recomputed: 'count()' }, ...columns },
    ...(where !== undefined && { where }),
  };
}
