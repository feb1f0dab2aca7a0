import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutcomeTemplate, rulesOf, sideTitle, statedTimes, titleOf } from './outcome-template.ts';
import { outcomeDirection, outcomeDisplayName, outcomeTerms, withTemplates } from './outcome-terms.ts';

const template = (id: string, name: string, keywords: [string, string][] = [], description = '') =>
  ({ id, name, description, hints: new Map(keywords) }) satisfies OutcomeTemplate;

const templates = new Map(
  [
    template(
      'binaryPrice',
      '{perp} above {threshold} at {time}?',
      [
        ['perp', 'hlPerp'],
        ['priceDescription', 'string'],
        ['seconds', 'uInt'],
        ['threshold', 'uDecimal'],
        ['time', 'dateTime'],
      ],
      'Yes if the {priceDescription} over {seconds} seconds is strictly above {threshold}.',
    ),
    template('priceTouch', '{perp} touches {target} by {time}', [['perp', 'hlPerp']]),
    template('rateDecision', '{institution}, {decisionLabel}?', [['decisionDeadline', 'dateTime']]),
    template('rateDecrease', 'Decrease'),
    template('contest', '{a} vs {b} on {day}', [['day', 'date']]),
  ].map((one) => [one.id, one]),
);
const find = (id: string) => templates.get(id);

/** Sent by the exchange on 12 September 2026. */
const live = {
  name: 'template:binaryPrice',
  description: 'perp:BTC|priceDescription:BTC-USDC perp mark|seconds:60|threshold:77177|time:20260912-0630',
};
const settledMs = Date.UTC(2026, 8, 12, 6, 30);

test('an outcome of a template has its title, rules, sides and terms', () => {
  const outcome = withTemplates(live, find);
  assert.equal(outcomeDisplayName(outcome), 'BTC above 77177 at 2026-09-12 06:30 UTC?');
  assert.equal(rulesOf(outcome), 'Yes if the BTC-USDC perp mark over 60 seconds is strictly above 77177.');
  assert.deepEqual(
    ['template:Yes', 'template:No', 'Up'].map((side) => sideTitle(side, outcome)),
    ['Yes', 'No', 'Up'],
  );
  assert.deepEqual(outcomeTerms(outcome), {
    class: 'binaryPrice',
    underlying: 'BTC',
    period: undefined,
    expiryMs: settledMs,
    targetPrice: 77177,
    comparison: 'above',
    seconds: 60,
    priceThresholds: undefined,
  });
  assert.equal(outcomeDirection(outcome), 'above');
});

test('terms do not wait for the template; its name is the keywords until then', () => {
  assert.equal(outcomeDirection(live), 'above');
  assert.equal(outcomeTerms(live)?.expiryMs, settledMs);
  assert.equal(
    titleOf(live),
    'Binary price: perp BTC, price description BTC-USDC perp mark, seconds 60, threshold 77177, time 2026-09-12 06:30 UTC',
  );
  assert.equal(titleOf({ name: 'template:sportsTotal3', description: '' }), 'Sports total');
  const other = { name: 'template:x', description: 'a:1|b:{c}|d:é|:|e' };
  assert.equal(titleOf(other), 'X: a 1, b {c}, d é');
});

test('an outcome of a question carries it; the fallback is all others', () => {
  const question = {
    name: 'template:rateDecision',
    description: 'decisionDeadline:20261028-2359|decisionLabel:September 2026|institution:FOMC',
  };
  const named = (name: string) =>
    outcomeDisplayName(withTemplates({ name, description: '', question }, find));
  assert.equal(named('template:rateDecrease'), 'FOMC, September 2026: Decrease');
  assert.equal(named('template fallback'), 'FOMC, September 2026: Other');
  assert.equal(named('template:unknownMove'), 'FOMC, September 2026: Unknown move');
  assert.deepEqual(statedTimes(question), [Date.UTC(2026, 9, 28, 23, 59)]);
  const bucket = {
    name: 'Recurring',
    description: 'class:priceBucket|underlying:ETH|expiry:20260507-0745|priceThresholds:1,2|period:15m',
  };
  const rest = { name: 'Recurring Fallback', description: 'other', question: bucket };
  assert.equal(outcomeDisplayName(rest), 'ETH price at 2026-05-07 07:45 UTC: Other');
});

test('values are shown by their type; sides may be named by a keyword', () => {
  const contest = withTemplates({ name: 'template:contest', description: 'a:ARS|b:LEE|day:20261101' }, find);
  assert.equal(titleOf(contest), 'ARS vs LEE on 2026-11-01');
  assert.deepEqual(statedTimes(contest), [Date.UTC(2026, 10, 1)]);
  assert.equal(sideTitle('template:{b}', contest), 'LEE');
  assert.equal(sideTitle('template:{shortNameB}', contest), 'Short name b');
  const tagged = withTemplates(
    { name: 'template:contest', description: 'a:ARS metadata=category:sports|b:LEE|day:20261101' },
    find,
  );
  assert.equal(titleOf(tagged), 'ARS vs LEE on 2026-11-01');
  const missing = withTemplates({ name: 'template:contest', description: 'a:ARS|day:20261101' }, find);
  assert.equal(titleOf(missing), 'Contest: a ARS, day 20261101', 'a template of another version');
});

test('a price that is to be touched is above the mark or below it', () => {
  const touch = withTemplates(
    { name: 'template:priceTouch', description: 'perp:HYPE|target:100|time:20261001-0000' },
    find,
  );
  assert.deepEqual(
    [undefined, 90, 110].map((mark) => outcomeDirection(touch, mark)),
    [undefined, 'above', 'below'],
  );
  assert.equal(outcomeTerms(touch)?.targetPrice, 100);
});

test('texts of any size and form are read in bounded time and length', () => {
  const long = 'x'.repeat(60_000);
  const spaces = ' '.repeat(60_000);
  const bomb = template('bomb', '{a}'.repeat(333));
  for (const text of [
    long,
    spaces,
    '{'.repeat(60_000),
    `a:${long}`,
    `${'1'.repeat(60_000)}x`,
    'a:b|'.repeat(15_000),
  ]) {
    for (const name of ['template:bomb', `template:${text}`]) {
      const title = titleOf({ name, description: text, template: bomb });
      assert.ok(title.length <= 300, name.slice(0, 20));
      sideTitle(`template:${text}`, { description: text });
    }
  }
});
