import type { PaymentRequirements } from '@x402/core/types';
import { type CallPrices, callAmount, type PricedEndpoint, usdText } from './call-price.ts';

/** An asset of 1 USD whose transfers can be authorized by signature (EIP-3009). */
export interface PaymentAsset {
  address: string;
  /** Name and version of the EIP-712 domain; part of the signed data. */
  name: string;
  version: string;
  decimals: number;
}

export interface PaymentTerms {
  requirementOf(endpoint: PricedEndpoint): PaymentRequirements;
  /** The price of a call in USD, plain decimal text. */
  usdOf(endpoint: PricedEndpoint): string;
}

export interface TermsOptions {
  /** CAIP-2. */
  network: string;
  payTo: string;
  asset: PaymentAsset;
  prices: CallPrices;
}

/**
 * For how long an authorization is asked to hold. A charge that a killed process did not report is asked for again
 * when its claim has ended (`sale.ts`): well within this.
 */
const authorizedSeconds = 300;

/** Reads `0x…,USD Coin,2,6`: address, name and version of the EIP-712 domain, decimals. @returns undefined where it is none */
export function readAsset(text: string): PaymentAsset | undefined {
  const parts = /^(0x[0-9a-fA-F]{40}),([^,]{1,64}),([^,]{1,16}),(\d|1[0-8])$/.exec(text);
  if (parts === null) return undefined;
  const [, address = '', name = '', version = '', decimals = ''] = parts;
  return { address, name, version, decimals: Number(decimals) };
}

/**
 * The USDC of a network as the protocol's library knows it.
 * @param network CAIP-2
 * @returns undefined where it knows none that is transferred by EIP-3009
 */
export async function knownAsset(network: string): Promise<PaymentAsset | undefined> {
  // Of the package only this entry does without viem, which would take 30 MiB and half a second.
  const { ExactEvmScheme } = await import('@x402/evm/exact/server');
  const scheme = new ExactEvmScheme();
  const chain = network as `${string}:${string}`;
  const dollar = await scheme.parsePrice('$1', chain).catch(() => undefined);
  if (dollar === undefined) return undefined;
  const { asset: address, extra = {} } = dollar;
  const { name, version, assetTransferMethod } = extra;
  const decimals = scheme.getAssetDecimals(address, chain);
  const isKnown = typeof name === 'string' && /^(USDC|USD Coin)/.test(name) && typeof version === 'string';
  if (!isKnown || decimals === undefined || assetTransferMethod !== undefined) return undefined;
  return { address, name, version, decimals };
}

export function createTerms({ network, payTo, asset, prices }: TermsOptions): PaymentTerms {
  const amountOf = (endpoint: PricedEndpoint): bigint => {
    const amount = callAmount(prices, endpoint, asset.decimals);
    if (amount === undefined || amount === 0n) {
      throw new RangeError(`the price of ${endpoint.id} is no whole number of the asset's smallest unit`);
    }
    return amount;
  };
  return {
    requirementOf: (endpoint) => ({
      scheme: 'exact',
      network: network as PaymentRequirements['network'],
      asset: asset.address,
      amount: String(amountOf(endpoint)),
      payTo,
      maxTimeoutSeconds: authorizedSeconds,
      extra: { name: asset.name, version: asset.version },
    }),
    usdOf: (endpoint) => usdText(amountOf(endpoint), asset.decimals),
  };
}
