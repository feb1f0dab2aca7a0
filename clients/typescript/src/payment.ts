import { PaymentRequiredError, type ProblemError } from './problem.ts';

/** Payment request of the service: the body of PAYMENT-REQUIRED (x402 v2). */
export interface PaymentRequired {
  x402Version: number;
  /** Why a payment that was sent is not accepted. */
  error?: string;
  resource: { url: string; description?: string; mimeType?: string };
  /** Accepted ways to pay; the signer chooses one. */
  accepts: PaymentRequirements[];
  extensions?: Record<string, unknown>;
}

/** A way to pay. */
export interface PaymentRequirements {
  scheme: string;
  /** CAIP-2: `eip155:8453`. */
  network: `${string}:${string}`;
  /** Address of the token. */
  asset: string;
  /** In the smallest units of the asset: 10000 units of USDC are 0.01 USDC. */
  amount: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Record<string, unknown>;
}

/** Payment receipt: the body of PAYMENT-RESPONSE. */
export interface Payment {
  success: boolean;
  /** Hash of the transaction on the chain. */
  transaction: string;
  network: string;
  payer?: string;
  amount?: string;
}

/**
 * Pays for calls. With `@x402/core`:
 *
 *     const client = new x402Client().register('eip155:*', new ExactEvmScheme(account));
 *     const sign = async (required) => encodePaymentSignatureHeader(await client.createPaymentPayload(required));
 */
export interface PaymentSigner {
  /** @returns the value of PAYMENT-SIGNATURE for one of the ways to pay; called at most once per call */
  sign(required: PaymentRequired): Promise<string> | string;
}

export interface PaymentOptions {
  signer: PaymentSigner;
  /** Maximum price of a call, in the smallest units of the asset; a higher price is never signed. */
  maxAmount: bigint;
}

/** Decodes an x402 header. Undefined if the header is missing or malformed. */
export function decodedHeader<T>(headers: Headers, name: string): T | undefined {
  try {
    const bytes = Uint8Array.from(atob(headers.get(name) ?? ''), (letter) => letter.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Signs a payment within the bound.
 * @throws the refusal if there is no way to pay, or every price exceeds the bound
 */
export async function signedPayment(
  { signer, maxAmount }: PaymentOptions,
  refusal: ProblemError,
): Promise<string> {
  const required = refusal instanceof PaymentRequiredError ? refusal.required : undefined;
  if (required === undefined || !Array.isArray(required.accepts)) throw refusal;
  const accepts = required.accepts.filter((way) => isWithin(way?.amount, maxAmount));
  if (accepts.length === 0) {
    const amounts = required.accepts.map((way) => way?.amount).join(', ');
    const detail = `the call costs ${amounts}, and maxAmount is ${maxAmount}`;
    throw new PaymentRequiredError({ ...refusal, detail }, { ...required, error: detail });
  }
  return signer.sign({ ...required, accepts });
}

function isWithin(amount: unknown, maxAmount: bigint): boolean {
  return typeof amount === 'string' && /^\d{1,78}$/.test(amount) && BigInt(amount) <= maxAmount;
}
