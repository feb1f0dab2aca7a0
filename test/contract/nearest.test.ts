import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionPrefix } from '../../src/endpoints/registry.ts';
import { nearestPath } from '../../src/routes/nearest-path.ts';
import { pathMatcher } from '../../src/routes/path-template.ts';
import { readSpecification } from './specification.ts';

const paths = Object.keys(readSpecification().paths);
const find = pathMatcher(paths.map((path) => [path, path]));
const values = {
  address: `0x${'c3'.repeat(20)}`,
  builder: `0x${'c3'.repeat(20)}`,
  tierType: 'pnl',
  tier: 'whale',
};

test('with all endpoints of the contract, a path that lacks one letter still finds its route', () => {
  for (const path of paths) {
    const segments = path.split('/');
    const sent = path
      .replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name] ?? 'btc')
      .split('/');
    for (const [at, segment] of segments.entries()) {
      if (segment.startsWith('{') || versionPrefix.includes(`/${segment}`) || segment.length < 4) continue;
      for (let letter = 0; letter < segment.length; letter++) {
        const mistyped = segment.slice(0, letter) + segment.slice(letter + 1);
        const typed = sent.with(at, mistyped).join('/');
        if (find(typed) !== undefined) continue;
        assert.equal(nearestPath(typed, paths, versionPrefix), path, typed);
      }
    }
  }
});
