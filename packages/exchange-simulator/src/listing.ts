/** A perp of the default listing: name, size decimals, highest leverage, price in USD, bounds of its second margin tier. */
export interface PerpListing {
  name: string;
  szDecimals: number;
  maxLeverage: number;
  px: number;
  /** The second tier: notional in USD from which it applies, and its leverage. */
  tier?: { fromUsd: number; maxLeverage: number };
}

function perp(
  name: string,
  szDecimals: number,
  maxLeverage: number,
  px: number,
  ...tier: number[]
): PerpListing {
  const [fromUsd, lower] = tier;
  return {
    name,
    szDecimals,
    maxLeverage,
    px,
    ...(fromUsd !== undefined && lower !== undefined && { tier: { fromUsd, maxLeverage: lower } }),
  };
}

/** Native perps, the most traded first; tiers as of docs/exchange.md#maintenance-margin. */
export const nativePerps: readonly PerpListing[] = [
  perp('BTC', 5, 40, 77600, 150e6, 20),
  perp('ETH', 4, 25, 2124, 100e6, 15),
  perp('HYPE', 2, 10, 34.2, 20e6, 5),
  perp('SOL', 2, 20, 87.9, 70e6, 10),
  perp('XRP', 0, 20, 2.13, 40e6, 10),
  perp('BNB', 3, 10, 871.3, 3e6, 5),
  perp('DOGE', 0, 10, 0.1412, 20e6, 5),
  perp('kPEPE', 0, 10, 0.004227, 20e6, 5),
  perp('SUI', 1, 10, 1.4321, 20e6, 5),
  perp('FARTCOIN', 1, 10, 0.65385, 20e6, 5),
  perp('ZEC', 2, 10, 614.8, 20e6, 5),
  perp('PUMP', 0, 10, 0.001982, 20e6, 5),
  perp('LINK', 1, 10, 13.44, 20e6, 5),
  perp('AVAX', 2, 10, 22.08, 20e6, 5),
  perp('LTC', 2, 10, 84.2, 20e6, 5),
  perp('ADA', 0, 10, 0.4102, 20e6, 5),
  perp('ENA', 0, 10, 0.2815, 20e6, 5),
  perp('AAVE', 2, 10, 171.2, 20e6, 5),
  perp('UNI', 1, 10, 3.9457, 20e6, 5),
  perp('NEAR', 1, 10, 1.782, 20e6, 5),
  perp('WLD', 1, 10, 0.37722, 20e6, 5),
  perp('ARB', 1, 10, 0.2211, 3e6, 5),
  perp('OP', 1, 10, 0.3344, 3e6, 5),
  perp('JUP', 0, 10, 0.15978, 3e6, 5),
  perp('TRX', 0, 10, 0.2871, 3e6, 5),
  perp('ONDO', 0, 10, 0.4533, 3e6, 5),
  perp('XPL', 0, 10, 0.1907, 3e6, 5),
  perp('kBONK', 0, 10, 0.01012, 20e6, 5),
  perp('TON', 1, 10, 1.611, 3e6, 5),
  perp('DOT', 1, 10, 2.204, 3e6, 5),
  perp('SEI', 0, 10, 0.1321, 3e6, 5),
  perp('STRK', 1, 5, 0.22374),
  perp('ETHFI', 1, 5, 0.45384),
  perp('2Z', 0, 5, 0.15425),
  perp('TNSR', 1, 3, 0.18735),
  perp('AZTEC', 0, 3, 0.023368),
  perp('POPCAT', 0, 3, 0.043153),
  perp('KAITO', 0, 5, 0.91369),
  perp('LIT', 0, 5, 2.137),
  perp('VIRTUAL', 1, 5, 0.58131),
  perp('VVV', 2, 3, 1.8543),
  perp('JTO', 0, 5, 0.25422),
  perp('ZK', 0, 5, 0.021143),
  perp('XAI', 1, 3, 0.02253),
];

/** Usual range of prices within a year, as a factor up and down; default: a factor of two. */
const yearFactors: Readonly<Record<string, number>> = {
  BTC: 1.4,
  ETH: 1.7,
  BNB: 1.6,
  LTC: 1.6,
  TRX: 1.4,
  XYZ100: 1.25,
  TSLA: 1.5,
  NVDA: 1.4,
  GOLD: 1.2,
  CL: 1.4,
  SMSN: 1.3,
  COIN: 1.8,
  OIL: 1.4,
};

/** @param name as listed, without its dex */
export function yearFactorOf(name: string): number {
  return yearFactors[name] ?? 2;
}

/** A HIP-3 dex with its perps (docs/exchange.md#builder-dexes). */
export interface DexListing {
  name: string;
  fullName: string;
  /** Token in which its margin, PnL and fees are. */
  collateral: string;
  perps: readonly (PerpListing & { growthMode?: boolean; onlyIsolated?: boolean })[];
}

export const builderDexes: readonly DexListing[] = [
  {
    name: 'xyz',
    fullName: 'XYZ',
    collateral: 'USDC',
    perps: [
      { ...perp('XYZ100', 4, 25, 24880), growthMode: true },
      { ...perp('TSLA', 3, 10, 411.2), growthMode: true },
      { ...perp('NVDA', 3, 10, 179.6), growthMode: true },
      perp('GOLD', 4, 20, 4512),
      perp('CL', 3, 10, 84.2),
      perp('SMSN', 3, 5, 165.4),
    ],
  },
  {
    name: 'flx',
    fullName: 'Felix Exchange',
    collateral: 'USDH',
    perps: [
      { ...perp('CRCL', 2, 10, 55.88), onlyIsolated: true },
      { ...perp('COIN', 3, 10, 252.4), onlyIsolated: true },
      perp('OIL', 2, 10, 79.3),
    ],
  },
];

/** A spot pair against USDC. Names other than `PURR/USDC` are `@index` (docs/exchange.md#coins). */
export interface SpotListing {
  token: string;
  tokenIndex: number;
  pairIndex: number;
  szDecimals: number;
  px: number;
  /** Native perp whose price it follows. */
  follows?: string;
}

export const spotPairs: readonly SpotListing[] = [
  { token: 'PURR', tokenIndex: 1, pairIndex: 0, szDecimals: 0, px: 0.0895 },
  { token: 'HYPE', tokenIndex: 150, pairIndex: 107, szDecimals: 2, px: 34.2, follows: 'HYPE' },
  { token: 'UBTC', tokenIndex: 197, pairIndex: 142, szDecimals: 5, px: 77600, follows: 'BTC' },
  { token: 'UETH', tokenIndex: 221, pairIndex: 151, szDecimals: 4, px: 2124, follows: 'ETH' },
  { token: 'USOL', tokenIndex: 254, pairIndex: 156, szDecimals: 3, px: 87.9, follows: 'SOL' },
];
