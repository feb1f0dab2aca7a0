import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { cohortKinds, cohortSlugs, cohortsOf } from '../domain/cohort.ts';
import { type Tier, tierLimits } from '../domain/tier.ts';
import { Problem, type ProblemFields } from '../kernel/problem.ts';
import { endpoint } from './endpoint.ts';
import { date, instant } from './params/instants.ts';
import { address, addresses, cohort, coin, tierType } from './params/names.ts';
import { page } from './params/pages.ts';
import { optional, type Params } from './params/param.ts';
import { boolean, enumeration, int, number, offAt } from './params/scalars.ts';
import { checkRange } from './params/time-range.ts';
import { days, hours, since } from './params/windows.ts';
import { parseRequest } from './parse-request.ts';

const nowMs = Date.parse('2026-03-01T00:00:00Z');
const text = { description: 'for the test' };

function parse(params: Params, query: string, tier: Tier = 'free', path = {}, check?: typeof checkRange) {
  const names = Object.keys(path).map((name) => `/{${name}}`);
  const toy = endpoint({
    id: 'toy',
    path: `/toy${names.join('')}`,
    summary: '',
    tags: [],
    tier: 'free',
    params,
    response: Type.Unknown(),
    ...(check !== undefined && { check: (values, context) => check(values as never, context) }),
    run: () => ({ body: null }),
  });
  return parseRequest(toy, path, query, { tier, windowDays: tierLimits[tier].windowDays, nowMs });
}

function refusal(run: () => unknown): ProblemFields {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error.fields;
  }
  assert.fail('nothing was refused');
}

test('an integer is decimal digits within its bounds, anything else a 422 that says so', () => {
  const params = { limit: int({ ...text, min: 1, max: 500, default: 20 }) };
  assert.deepEqual(parse(params, ''), { limit: 20 });
  assert.deepEqual(parse(params, 'limit=500'), { limit: 500 });
  assert.deepEqual(parse(params, 'limit=007'), { limit: 7 });
  for (const sent of ['', '1e2', '+5', '%205', '0x5', '5.0', '0', '501', '-1', 'NaN', '9'.repeat(400)]) {
    const { status, errors } = refusal(() => parse(params, `limit=${sent}`));
    assert.equal(status, 422, sent);
    assert.equal(errors![0]!.location, 'query.limit');
    assert.match(errors![0]!.message, /from 1 to 500/);
  }
});

test('integers keep to the range of their width', () => {
  const params = { a: int({ ...text, default: 0 }), b: int({ ...text, default: 0, bits: 64 }) };
  assert.deepEqual(parse(params, 'a=2147483647&b=9007199254740991'), { a: 2147483647, b: 9007199254740991 });
  assert.equal(refusal(() => parse(params, 'a=2147483648')).status, 422);
  assert.equal(refusal(() => parse(params, 'b=9007199254740992')).status, 422);
  assert.equal(refusal(() => parse(params, 'b=9007199254740993')).status, 422);
  assert.ok(Object.is(parse(params, 'a=-0').a, 0), 'no negative zero reaches a cache key');
});

test('a number is finite', () => {
  const params = { n: number({ ...text, default: 0 }) };
  assert.deepEqual(parse(params, 'n=-1.5e3'), { n: -1500 });
  for (const sent of ['NaN', 'Infinity', '1e400', '0x1', '1,5', '.', '']) {
    assert.equal(refusal(() => parse(params, `n=${sent}`)).status, 422, sent);
  }
});

test('a scalar that is sent twice is a 422, an unknown key is ignored', () => {
  const params = { limit: int({ ...text, default: 1 }) };
  assert.equal(refusal(() => parse(params, 'limit=1&limit=1')).status, 422);
  assert.deepEqual(parse(params, 'other=1&other=2&__proto__=3&&=&x'), { limit: 1 });
});

test('all faults are reported at once, and one broken schema makes the answer a 422', () => {
  const params = {
    sort: enumeration(['pnl', 'volume'], { ...text, default: 'pnl' }),
    deep: boolean({ ...text, default: false }),
    since: since('1h'),
  };
  const { status, errors } = refusal(() => parse(params, 'sort=up&deep=yes&since=tomorrow'));
  assert.equal(status, 422);
  assert.deepEqual(
    errors!.map((fault) => [fault.location, fault.value]),
    [
      ['query.sort', 'up'],
      ['query.deep', 'yes'],
      ['query.since', 'tomorrow'],
    ],
  );
  assert.match(errors![0]!.message, /pnl, volume/);
});

test('what is well-formed but not acceptable is a 400', () => {
  const wallets = { wallets: addresses({ ...text, min: 2, max: 5 }) };
  const one = `0x${'a'.repeat(40)}`;
  for (const [params, query, path] of [
    [{ address: address() }, '', { address: '0x12' }],
    [{ since: since('1h') }, 'since=1w', {}],
    [{ since: since('1h') }, 'since=', {}],
    [{ since: since('1h') }, 'since=0h', {}],
    [{ date: date() }, '', { date: '2026-02-30' }],
    [{ startTime: instant('') }, 'startTime=2026-02-30', {}],
    [{ startTime: instant('') }, 'startTime=2026-01-01T00:00:00', {}],
    [wallets, `wallets=${one},${one}`, {}],
    [wallets, 'wallets=1,2', {}],
  ] as const) {
    const { status, reason } = refusal(() => parse(params, query, 'free', path));
    assert.equal(status, 400, query);
    assert.equal(reason, 'invalid_parameters');
  }
});

test('malformed percent-encoding is a 400, never a crash', () => {
  for (const query of ['a=%', '%zz=1', 'a=%ff', 'a=%E0%A4%A']) {
    assert.equal(refusal(() => parse({}, query)).status, 400, query);
  }
});

test('addresses come out lower-case, coins as they were sent', () => {
  const path = { address: `0x${'AB'.repeat(20)}` };
  assert.deepEqual(parse({ address: address() }, '', 'free', path), { address: `0x${'ab'.repeat(20)}` });
  assert.deepEqual(parse({ coin: optional(coin()) }, 'coin=xyz%3Agold'), { coin: 'xyz:gold' });
  assert.deepEqual(parse({ coin: optional(coin()) }, ''), { coin: undefined });
  assert.equal(refusal(() => parse({ coin: coin() }, '')).status, 422, 'required');
  assert.equal(refusal(() => parse({ coin: coin() }, `coin=${'x'.repeat(65)}`)).status, 422);
});

test('a window longer than the tier allows is a legacy 400 with a hint; a default shrinks instead', () => {
  const params = { since: since('90d'), hours: hours({ min: 1, max: 8760, default: 168 }) };
  assert.deepEqual(parse(params, ''), { since: { windowMs: 30 * 86_400_000, text: '30d' }, hours: 168 });
  assert.deepEqual(parse(params, 'since=90d', 'pro').since, { windowMs: 90 * 86_400_000, text: '90d' });
  for (const query of ['since=31d', 'hours=721', `since=${'9'.repeat(20)}d`]) {
    const fields = refusal(() => parse(params, query));
    assert.deepEqual([fields.status, fields.legacy, fields.code], [400, true, 'WINDOW_TOO_LONG']);
    assert.match(String(fields.legacyFields!.hint), /30 days/);
  }
  assert.equal(parse({ days: days({ min: 1, max: 365, default: 60 }) }, '').days, 30);
  assert.equal(refusal(() => parse(params, 'hours=8761')).status, 422, 'the schema comes before the tier');
});

test('a time range ends after it starts and reaches no further back than the tier', () => {
  const params = { since: since('24h'), startTime: instant('Start.'), endTime: instant('End.') };
  const range = (query: string) => parse(params, query, 'free', {}, checkRange);
  range('');
  range(`startTime=${nowMs - 1000}&endTime=${nowMs}`);
  range('startTime=2026-02-20T00:00:00%2B01:00');
  assert.equal(refusal(() => range(`startTime=${nowMs}&endTime=${nowMs - 1}`)).status, 400);
  assert.equal(
    refusal(() => range('startTime=2026-03-02T00:00:00Z')).errors![0]!.location,
    'query.startTime',
  );
  assert.equal(refusal(() => range('startTime=2025-01-01T00:00:00Z')).code, 'WINDOW_TOO_LONG');
  const alone = refusal(() => range('endTime=2025-01-01T00:00:00Z'));
  assert.equal(alone.code, 'WINDOW_TOO_LONG');
  assert.match(alone.detail, /^query\.endTime: the free tier .* begins 24h before endTime/);
});

test('a cohort is a slug of either vocabulary of its tierType; the value is the legacy slug', () => {
  const params = { tierType: tierType(), tier: cohort() };
  const read = (kind: string, slug: string) => parse(params, '', 'free', { tierType: kind, tier: slug });
  for (const kind of cohortKinds) {
    for (const [place, legacy] of cohortsOf[kind].entries()) {
      assert.equal(read(kind, legacy).tier, legacy);
      assert.equal(read(kind, cohortSlugs(kind)[place + 8]!).tier, legacy);
    }
  }
  for (const [kind, slug] of [
    ['pnl', 'whale'],
    ['size', 'apex'],
    ['pnl', 'APEX'],
    ['pnl', ''],
  ] as const) {
    const { status, errors } = refusal(() => read(kind, slug));
    assert.deepEqual([status, errors!.map((fault) => fault.location)], [422, ['path.tier']], slug);
    assert.match(
      errors![0]!.message,
      kind === 'pnl' ? /money_printer.*blown_out/ : /leviathan.*strawweights/,
    );
  }
  const both = refusal(() => read('volume', 'nobody'));
  assert.deepEqual(
    both.errors!.map((fault) => fault.location),
    ['path.tierType', 'path.tier'],
  );
  assert.deepEqual(parse({ tierType: tierType('pnl'), tier: optional(cohort()) }, 'tier=sharps'), {
    tierType: 'pnl',
    tier: 'smart_money',
  });
});

test('a list of addresses keeps the order asked; one that stands twice is a 400', () => {
  const params = { wallets: addresses({ ...text, min: 2, max: 5 }) };
  const [a, b, c] = ['c', 'a', 'b'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];
  assert.deepEqual(parse(params, `wallets=${a},${b.toUpperCase().replace('0X', '0x')},%20${c}`).wallets, [
    a,
    b,
    c,
  ]);
  for (const sent of [`${a},${b},${a}`, a, `${a},${b},`, [a, b, c].concat([a, b, c]).join(',')]) {
    assert.equal(refusal(() => parse(params, `wallets=${sent}`)).status, 400, sent);
  }
});

test('a word that the contract does not list is a 422 all the same, and a filter is off at its number', () => {
  const params = {
    method: optional(enumeration(['market', 'backstop'], { ...text, plain: true })),
    minDuration: offAt(-1, int({ ...text, default: -1, bits: 64 })),
  };
  assert.deepEqual(parse(params, ''), { method: undefined, minDuration: undefined });
  assert.deepEqual(parse(params, 'method=backstop&minDuration=0'), { method: 'backstop', minDuration: 0 });
  assert.equal(parse(params, 'minDuration=-1').minDuration, undefined);
  assert.equal(refusal(() => parse(params, 'method=adl')).status, 422);
});

test('limit and offset of a page have the bounds of their list', () => {
  const params = page(50, { maxRows: 100, maxOffset: 199 });
  assert.deepEqual(parse(params, ''), { limit: 50, offset: 0 });
  assert.deepEqual(parse(params, 'limit=100&offset=199'), { limit: 100, offset: 199 });
  for (const query of ['limit=0', 'limit=101', 'offset=-1', 'offset=200']) {
    assert.equal(refusal(() => parse(params, query)).status, 422, query);
  }
});
