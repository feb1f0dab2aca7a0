import { createHash } from 'node:crypto';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type Static, Type } from 'typebox';
import type { PaymentFacts } from '../../control/payments.ts';
import { lateCheck } from '../../kernel/late-check.ts';
import { PaymentRefused, refusalOf } from './payment-refused.ts';

export interface PaidCall {
  endpoint: { id: string; cost: number };
  /** Method, path and query. */
  request: string;
  /** The address of the same, as the offer names it. */
  url: string;
}

/** What the facilitator is sent. */
export interface SignedPayment {
  payload: PaymentPayload;
  requirements: PaymentRequirements;
}

/** Fields read from a payment; other fields are neither kept nor passed on. */
const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const uint = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' });
const authorization = Type.Object({
  from: address,
  to: address,
  value: uint,
  validAfter: uint,
  validBefore: uint,
  nonce: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
});
const paymentShape = Type.Object({
  x402Version: Type.Literal(2),
  resource: Type.Object({ url: Type.String() }),
  accepted: Type.Object({
    scheme: Type.String(),
    network: Type.String(),
    asset: address,
    amount: uint,
    payTo: address,
  }),
  payload: Type.Object({
    signature: Type.String({ pattern: '^0x([0-9a-fA-F]{2}){65,2048}$' }),
    authorization,
  }),
});
const shape = lateCheck(paymentShape);

/** Longer headers are not read: a signature of a contract account is some hundreds of bytes. */
export const paymentHeaderLimit = 8_192;
/** The last second that the control store can keep. */
const lastSecond = 253_402_300_799;

export interface SentPayment {
  facts: PaymentFacts;
  /** Why it buys nothing now. It may have bought something before: at another price, or while it held. */
  refusal?: PaymentRefused;
}

/**
 * Reads a PAYMENT-SIGNATURE header and holds it against what the call costs. Signature, balance and the use of the nonce are
 * the facilitator's to check.
 *
 * @param nowMs unix milliseconds
 * @throws PaymentRefused where it is no payment at all
 */
export function readPayment(
  header: string,
  call: PaidCall,
  requirements: PaymentRequirements,
  nowMs: number,
): SentPayment {
  const payment = decoded(header);
  const { network, asset, amount, payTo } = payment.accepted;
  const { signature, authorization } = payment.payload;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const authorized = { from, to, value, validAfter, validBefore, nonce };
  const until = Math.min(Number(validBefore), lastSecond);
  const refusal =
    termsRefusal(payment, call, requirements) ?? timeRefusal(until, Number(validAfter), nowMs / 1_000);
  const signed: SignedPayment = {
    payload: {
      x402Version: 2,
      resource: { url: call.url },
      accepted: requirements,
      payload: { signature, authorization: authorized },
    },
    requirements,
  };
  const payer = from.toLowerCase();
  const facts: PaymentFacts = {
    id: digest([network, asset, payer, nonce]),
    proof: digest([...Object.values(authorized), signature]),
    network,
    asset: asset.toLowerCase(),
    payer,
    nonce: nonce.toLowerCase(),
    payTo: payTo.toLowerCase(),
    amount,
    endpoint: call.endpoint.id,
    request: call.request,
    payload: signed,
    validUntilMs: until * 1_000,
  };
  return refusal === undefined ? { facts } : { facts, refusal };
}

function termsRefusal(
  { accepted, resource, payload }: Static<typeof paymentShape>,
  call: PaidCall,
  requirements: PaymentRequirements,
): PaymentRefused | undefined {
  const { to, value } = payload.authorization;
  for (const name of ['scheme', 'network', 'asset', 'payTo', 'amount'] as const) {
    if (accepted[name].toLowerCase() !== requirements[name].toLowerCase()) {
      const detail = `accepted.${name} must be ${requirements[name]}, as the offer says.`;
      return new PaymentRefused(`invalid_payment_${name === 'payTo' ? 'pay_to' : name}`, detail);
    }
  }
  if (resource.url !== call.url) {
    const detail = `The payment is for ${shortened(resource.url)}. Sign one for this path and query.`;
    return new PaymentRefused('payment_for_another_request', detail);
  }
  if (to.toLowerCase() !== requirements.payTo.toLowerCase()) {
    return new PaymentRefused('invalid_exact_evm_recipient_mismatch', `It must pay ${requirements.payTo}.`);
  }
  if (value !== requirements.amount) {
    const detail = `It must be exactly ${requirements.amount}.`;
    return new PaymentRefused('invalid_exact_evm_payload_authorization_value_mismatch', detail);
  }
  return undefined;
}

/** All in seconds. */
function timeRefusal(until: number, from: number, now: number): PaymentRefused | undefined {
  const name = 'invalid_exact_evm_payload_authorization';
  if (until <= now) return refusalOf(`${name}_valid_before`);
  if (from > now) return refusalOf(`${name}_valid_after`);
  return undefined;
}

function decoded(header: string): Static<typeof paymentShape> {
  if (header.length > paymentHeaderLimit) {
    throw invalid(`must not be longer than ${paymentHeaderLimit} characters`);
  }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) throw invalid('must be Base64');
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  } catch {
    throw invalid('must be JSON in Base64');
  }
  if (shape.Check(value)) return value;
  const [fault] = shape.Errors(value);
  const at = fault?.instancePath.slice(1).replaceAll('/', '.') || 'the payment';
  throw invalid(`of x402 version 2, scheme exact by EIP-3009: ${at} ${fault?.message ?? 'is invalid'}`);
}

function invalid(what: string): PaymentRefused {
  return new PaymentRefused('invalid_payload', `PAYMENT-SIGNATURE ${what}.`);
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('|').toLowerCase()).digest('hex');
}
