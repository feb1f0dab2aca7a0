import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestPath } from './nearest-path.ts';
import { pathMatcher, pathShape, placeholders, refuseUndecodable, shownPath } from './path-template.ts';

const daily = '/v1/trader/{address}/daily/{date}';

test('a path names its placeholders, and has a shape without their names', () => {
  assert.deepEqual(placeholders(daily), ['address', 'date']);
  assert.equal(pathShape(daily), pathShape('/v1/trader/{wallet}/daily/{day}'));
  assert.notEqual(pathShape(daily), pathShape('/v1/trader/{wallet}/daily/latest'));
});

test('a path finds its route and the decoded values of its placeholders, a literal segment first', () => {
  const find = pathMatcher(
    [daily, '/v1/trader/{address}/daily/latest', '/openapi.json'].map((path) => [path, path]),
  );
  const found = find('/v1/trader/a%2Fb/d%61ily/2026-01-15');
  assert.deepEqual(found, { route: daily, texts: { address: 'a/b', date: '2026-01-15' } });
  assert.equal(find('/v1/trader/0x1/daily/latest')?.route, '/v1/trader/{address}/daily/latest');
  assert.equal(find('https://any.example/openapi.json')?.route, '/openapi.json');
  for (const other of [
    '/v1/trader/0x1/daily',
    '/v1/trader//daily/x',
    '/v1/trader/0x1/daily/',
    '/v1/trader/0x1/more/daily/x',
    '/v1%2Ftrader/0x1/daily/x',
    `${daily}/`,
    '/openapi-json',
  ])
    assert.equal(find(other), undefined, other);
});

test('a path that is not percent-encoded UTF-8 is refused', () => {
  for (const path of ['/%', '/%zz', '/v1/%ff'])
    assert.throws(() => refuseUndecodable(path), { name: 'Problem' });
  refuseUndecodable('/v1/%C3%A9');
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
