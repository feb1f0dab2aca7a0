/** A payment that nothing is sold for, and nothing charged. */
export class PaymentRefused extends Error {
  /** As the protocol's own: lower case with underscores. */
  readonly reason: string;

  constructor(reason: string, detail: string) {
    super(detail);
    this.name = 'PaymentRefused';
    this.reason = reason;
  }
}

/** Payments cannot be checked, settled or kept at the moment. Whether this one was charged is found out when it is sent again. */
export class PaymentsUnavailable extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'PaymentsUnavailable';
  }
}

const meanings: readonly [RegExp, string][] = [
  [/signature/, "The signature is not the payer's, or not for this authorization."],
  [/valid_before|expired/, 'The authorization has expired. Sign a new one.'],
  [/valid_after/, 'The authorization is not valid yet.'],
  [/insufficient|balance/, "The payer's balance of the asset is too low."],
  [/nonce/, 'The authorization has been used before. Sign a new one.'],
  [
    /simulation/,
    'The chain refuses this transfer: the balance of the payer is too low, or the authorization was used before.',
  ],
];

/** @param reason as the facilitator gives it */
export function refusalOf(reason: string): PaymentRefused {
  const known = meanings.find(([pattern]) => pattern.test(reason));
  return new PaymentRefused(reason, known?.[1] ?? 'The facilitator refuses this payment.');
}
