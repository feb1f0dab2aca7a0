import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parameterObject } from './openapi.ts';
import { sharedParameters } from './shared-parameters.ts';

const query = (name: string, schema: object, description?: string) =>
  parameterObject({ name, in: 'query', required: false, description, schema: { ...schema } });
const limit = query('limit', { type: 'integer', default: 50 });
const otherLimit = query('limit', { type: 'integer', default: 50 }, 'Rows of a page.');

test('what repeats is a component of the name of its parameter and default, what stands once stays where it is', () => {
  const once = query('dex', { type: 'string' });
  const shared = sharedParameters([limit, once, limit]);
  assert.deepEqual(shared.components, { 'limit-50': limit });
  assert.deepEqual(shared.reference(limit), { $ref: '#/components/parameters/limit-50' });
  assert.equal(shared.reference(once), once);
});

test('of two forms of one name the one used most is the component, and the other is never taken for it', () => {
  const parameters = [otherLimit, limit, limit, otherLimit, limit];
  for (const order of [parameters, parameters.toReversed()]) {
    const shared = sharedParameters(order);
    assert.deepEqual(shared.components, { 'limit-50': limit });
    assert.equal(shared.reference(otherLimit), otherLimit);
  }
});

test('a component has the letters that OpenAPI allows in a name', () => {
  const odd = query('min|Pnl', { type: 'string', default: 'a b/c' });
  assert.deepEqual(Object.keys(sharedParameters([odd, odd]).components), ['min_Pnl-a_b_c']);
});
