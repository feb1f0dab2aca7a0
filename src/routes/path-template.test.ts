import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestPath } from './nearest-path.ts';
import { pathPattern, pathShape, placeholders, routerPath, shownPath } from './path-template.ts';

const daily = '/v1/trader/{address}/daily/{date}';

test('a path names its placeholders, and the router spells it its own way', () => {
  assert.deepEqual(placeholders(daily), ['address', 'date']);
  assert.equal(routerPath(daily), '/v1/trader/:address/daily/:date');
  assert.equal(pathShape(daily), pathShape('/v1/trader/{wallet}/daily/{day}'));
  assert.notEqual(pathShape(daily), pathShape('/v1/trader/{wallet}/daily/latest'));
});

test('a pattern accepts one segment in place of a placeholder, and its literal text as it stands', () => {
  const pattern = pathPattern(daily);
  assert.ok(pattern.test('/v1/trader/0x1/daily/2026-01-15'));
  for (const other of [
    '/v1/trader/0x1/daily',
    '/v1/trader//daily/x',
    '/v1/trader/0x1/more/daily/x',
    `${daily}/`,
  ])
    assert.ok(!pattern.test(other), other);
  assert.ok(pathPattern('/openapi.json').test('/openapi.json'));
  assert.ok(!pathPattern('/openapi.json').test('/openapi-json'));
});

test('the nearest path is found behind the prefix too; what is far or long has none', () => {
  const paths = ['/v1/trader/{address}', '/v1/trades/recent'];
  assert.equal(nearestPath('/v1/tradr/0xabc', paths, '/v1'), '/v1/trader/{address}');
  assert.equal(nearestPath('/trades/recnt', paths, '/v1'), '/v1/trades/recent');
  assert.equal(nearestPath('/wp-admin/setup.php', paths, '/v1'), undefined);
  assert.equal(nearestPath('/v1/x/a-long-word-that-fits-a-placeholder', paths, '/v1'), undefined);
  assert.equal(nearestPath(`/v1/trades/${'t'.repeat(200)}`, paths, '/v1'), undefined);
});

test('a path in an error is cut', () => {
  assert.equal(shownPath('/x'), '/x');
  assert.ok(shownPath(`/${'x'.repeat(10_000)}`).length < 250);
});
