import { x402Client, x402HTTPClient } from '@x402/core/client';
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { network } from './fake-chain.ts';

export interface Bought {
  status: number;
  text: string;
  headers: Headers;
  /** Of a 402. */
  offer?: PaymentRequired;
  /** Receipt of the sale. */
  receipt?: SettleResponse;
}

/** A caller with the protocol's own client library and a new key. */
export function createBuyer() {
  const account = privateKeyToAccount(generatePrivateKey());
  const client = new x402HTTPClient(new x402Client().register(network, new ExactEvmScheme(account)));

  async function get(url: string, headers: Record<string, string> = {}): Promise<Bought> {
    const answer = await fetch(url, { headers });
    const text = await answer.text();
    const header = (name: string) => answer.headers.get(name);
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      ...(answer.status === 402 && { offer: client.getPaymentRequiredResponse(header, undefined) }),
      ...(header('PAYMENT-RESPONSE') !== null && { receipt: client.getPaymentSettleResponse(header) }),
    };
  }

  /** Signed payment headers for a call; `change` alters the payment before or after the signature. */
  async function payment(
    url: string,
    change: { offer?(offer: PaymentRequired): void; signed?(payload: PaymentPayload): void } = {},
  ): Promise<Record<string, string>> {
    const offer = (await get(url)).offer!;
    change.offer?.(offer);
    const payload = await client.createPaymentPayload(offer);
    change.signed?.(payload);
    return client.encodePaymentSignatureHeader(payload);
  }

  return { address: account.address.toLowerCase(), get, payment };
}

export type Buyer = ReturnType<typeof createBuyer>;
