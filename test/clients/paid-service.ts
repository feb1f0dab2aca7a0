import type { PaymentRequired } from '../../clients/typescript/src/index.ts';
import { json, type Step } from './scripted-server.ts';

export const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
export const decoded = (header: unknown) => JSON.parse(Buffer.from(String(header), 'base64').toString());

/** A way to pay in USDC of Base's test network. */
export function requirements(amount: string) {
  return {
    scheme: 'exact',
    network: 'eip155:84532' as const,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    amount,
    payTo: `0x${'77'.repeat(20)}`,
    maxTimeoutSeconds: 60,
    extra: { name: 'USDC', version: '2' },
  };
}

/** Price of a call, in the service's form. */
export function required(amounts: readonly string[], error = 'Payment required'): PaymentRequired {
  const resource = {
    url: 'https://tidemark.example/x402/api/public/v1/verify',
    mimeType: 'application/json',
  };
  return { x402Version: 2, error, resource, accepts: amounts.map(requirements) };
}

export function unpaid(params: PaymentRequired): Step {
  return json(
    { status: 402, code: 'PAYMENT_REQUIRED', detail: params.error },
    { 'PAYMENT-REQUIRED': encoded(params) },
    402,
  );
}

export const settled = { success: true, transaction: '0xabc', network: 'eip155:84532', payer: '0x1' };

export function paid(body: unknown): Step {
  return json(body, { 'PAYMENT-RESPONSE': encoded(settled), ETag: '"paid"' });
}
