/** Almost valid bodies: valid bodies with odd texts, numbers, types and names in some places. */
import fc from 'fast-check';

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\u202Eevil\u202C',
  '\uFEFF',
  '\uFFFF',
  '\u{10FFFF}',
  'é',
  '%00',
  '../..',
  'javascript:alert(1)',
  'https://evil.example/',
  '{"a":1}',
  'null',
  "' OR 1=1 --",
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(70),
  'x'.repeat(300),
  '𝄞'.repeat(5_000),
  '9999-12-31T23:59:59Z',
  '275760-09-13T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  'tdm_live_0',
];
const numbers = [
  0,
  -0,
  -1,
  0.5,
  1e-7,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  -1e308,
  253_402_300_799,
  253_402_300_800,
  8_640_000_000_000,
  8.64e15,
  8.64e15 + 1,
];
const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'a\u0000b',
  '\ud800',
  '',
];

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 80 }));
const number = fc.oneof(fc.constantFrom(...numbers), fc.double({ noNaN: true, noDefaultInfinity: true }));
const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: number },
  fc.constantFrom(null, true, false),
);

/** A value that a field is hardly meant to have. */
const oddValue = fc.oneof(
  { weight: 6, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.oneof(fc.constantFrom(...names), text), scalar, { maxKeys: 3 }),
  fc.constantFrom(300, 5_000).map((depth) => ({ nested: depth })),
);

type Step = string | number;

/** Every place within a body, the body itself first. */
function placesOf(value: unknown, at: Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...at, name]))];
}

function withValue(body: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const isPlace = typeof step === 'string' && /^\d+$/.test(step);
  // Arrays have a length: with a field name added, an array becomes an object.
  const copy: unknown = Array.isArray(body) && isPlace ? [...body] : { ...(body as object) };
  const of = copy as Record<Step, unknown>;
  Object.defineProperty(of, step, {
    value: withValue(of[step], rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

/** Changes to a body: values of its own fields, and additional fields. */
const changes = fc.array(
  fc.record({ place: fc.nat(), value: oddValue, added: fc.option(fc.constantFrom(...names)) }),
  { minLength: 1, maxLength: 3 },
);

/** Almost `valid`, as the text of a body. */
export function oddBody(valid: unknown): fc.Arbitrary<string> {
  return changes.map((all) => {
    let body = valid;
    for (const { place, value, added } of all) {
      const places = placesOf(body);
      const at = places[place % places.length]!;
      body = withValue(body, added === null || typeof body !== 'object' ? at : [added], value);
    }
    return written(body);
  });
}

/** As JSON, with `{ nested: 300 }` written out as that many lists in each other, and the largest numbers as infinite ones. */
function written(body: unknown): string {
  return JSON.stringify(body ?? null)
    .replace(/\{"nested":(300|5000)\}/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))
    .replace(/\b1e\+308\b/g, '1e999');
}
