import fc from 'fast-check';

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Texts for a PAYMENT-SIGNATURE: noise, JSON of any kind, and a good one with a part of it replaced. */
export function anyPaymentHeader(good: string): fc.Arbitrary<string> {
  const base = JSON.parse(Buffer.from(good, 'base64').toString()) as object;
  const part = fc.constantFrom('x402Version', 'accepted', 'payload', 'resource');
  const mutated = fc
    .tuple(part, fc.jsonValue({ maxDepth: 2 }))
    .map(([name, value]) => JSON.stringify({ ...base, [name]: value }));
  return fc.oneof(
    fc.string({ maxLength: 200 }).map(encoded),
    fc.json().map(encoded),
    mutated.map(encoded),
    fc.stringMatching(/^[!-~]{0,60}$/),
    fc.constantFrom('', '====', 'A'.repeat(8_193), encoded('['.repeat(4_000))),
  );
}
