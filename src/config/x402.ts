import { Type } from 'typebox';
import type { FaultDetail } from '../kernel/problem.ts';
import { given, missingFaults } from './setting.ts';

/** Calls without a key, each paid for by itself. */
export const x402Settings = {
  x402PayTo: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_X402_PAY_TO',
        description: 'Address that receives payments for calls without a key, at `/x402/api/public/v1/…`',
        defaultNote: 'no such calls',
      }),
      pattern: '^0x[0-9a-fA-F]{40}$',
    }),
  ),
  x402Network: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_X402_NETWORK',
        description: 'Network of these payments (CAIP-2): `eip155:8453` is Base',
      }),
      pattern: '^eip155:[1-9][0-9]{0,17}$',
    }),
  ),
  x402FacilitatorUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_X402_FACILITATOR_URL',
        description: 'Facilitator that verifies and settles these payments',
      }),
      format: 'http-url',
    }),
  ),
  x402Asset: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_X402_ASSET',
        description:
          'Dollar coin of the network (EIP-3009): address, name and version of its EIP-712 domain, decimals, as `0x…,USD Coin,2,6`',
        defaultNote: 'its USDC, if known',
      }),
      format: 'x402-asset',
    }),
  ),
  x402Price: Type.String({
    ...given({
      env: 'TIDEMARK_X402_PRICE',
      description:
        'USD for each token that a call costs; then, between commas, prices of single endpoints by id',
    }),
    format: 'x402-price',
    default: '0.001',
  }),
};

/** Nothing can be sold with a part of them. */
export const x402Faults = (settings: object): FaultDetail[] =>
  missingFaults(settings, {
    x402PayTo: 'TIDEMARK_X402_PAY_TO',
    x402Network: 'TIDEMARK_X402_NETWORK',
    x402FacilitatorUrl: 'TIDEMARK_X402_FACILITATOR_URL',
  });
