import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImportFaults } from './imports.ts';
import { parseSource } from './source-tree.ts';

function faults(path: string, text: string): string[] {
  return findImportFaults([parseSource(path, text)]).map((finding) => `${finding.line}: ${finding.message}`);
}

function refuses(path: string, text: string, message: RegExp): void {
  const found = faults(path, text);
  assert.equal(found.length, 1, `${text}: ${found.join('; ')}`);
  assert.match(found[0]!, message);
}

test('imports run from the top layers down', () => {
  assert.deepEqual(
    faults('src/http/pages/page.ts', "import { a } from '../kernel/clock.ts'; import b from './b.ts';"),
    [],
  );
  refuses(
    'src/kernel/clock.ts',
    "\nimport { a } from '../domain/coin.ts';",
    /^2: src\/kernel imports src\/domain, which stands above it/,
  );
  refuses(
    'src/ingest/a.ts',
    "import type { A } from '../jobs/a.ts';",
    /which stands beside it; move what both need down to views, or/,
  );
  refuses('src/analytics/a.ts', "export * from '../http/a.ts';", /above/);
  refuses('src/analytics/a.ts', "const a = await import('../http/a.ts');", /above/);
  refuses('src/http/a.ts', "import { loadConfig } from '../config/config.ts';", /above/);
  refuses('src/novel/a.ts', "import { a } from '../kernel/clock.ts';", /src\/novel has no layer/);
});

test('a package is a folder of the layers, wherever in it a file stands', () => {
  const path = 'packages/exchange-simulator/src/feed/a.ts';
  assert.deepEqual(faults(path, "import { a } from '../../../../src/kernel/clock.ts';"), []);
  assert.deepEqual(
    faults(path, "import { a } from '../record/a.ts'; import b from '../../package.json';"),
    [],
  );
  refuses(
    path,
    "import { a } from '../../../../src/ingest/a.ts';",
    /packages\/exchange-simulator imports src\/ingest, which stands above it/,
  );
  refuses(path, "import { a } from '../../../../test/until.ts';", /imports test\/until\.ts/);
  refuses(path, 'const a = Date.now();', /use a Clock handed in/);
  assert.deepEqual(faults('src/app/a.ts', `import { a } from '../../${path}';`), []);
  refuses('src/wire/a.ts', `import { a } from '../../${path}';`, /stands above it/);
});

test('the few type imports that cross a layer are listed, and types only', () => {
  assert.deepEqual(faults('src/endpoints/a.ts', "import type { Caller } from '../access/caller.ts';"), []);
  assert.deepEqual(faults('src/endpoints/a.ts', "import { type Caller } from '../access/caller.ts';"), []);
  refuses('src/endpoints/a.ts', "import { Caller } from '../access/caller.ts';", /beside/);
});

test('the program imports neither its tests nor its scripts; tests import what they test', () => {
  refuses('src/http/a.ts', "import { a } from '../../test/harness.ts';", /src imports only src/);
  assert.deepEqual(faults('src/kernel/a.test.ts', "import { a } from '../http/a.ts'; Date.now();"), []);
});

test('only adapters import a driver package, and the message names the port', () => {
  assert.deepEqual(faults('src/analytics/chdb.ts', "import { Session } from 'chdb';"), []);
  refuses('src/http/a.ts', "import { Session } from 'chdb';", /use the AnalyticsStore/);
  refuses('src/jobs/a.ts', "import { sql } from 'kysely/helpers/postgres';", /use the ControlStore/);
});

test('what is loaded at its first use is not loaded with the rest', () => {
  refuses(
    'src/portal/a.ts',
    "import { authId } from './auth.ts';",
    /every start loads better-auth: import\(\) it/,
  );
  refuses('src/portal/a.ts', "export { authId } from './auth.ts';", /every start loads better-auth/);
  assert.deepEqual(faults('src/portal/a.ts', "import type { Auth } from './auth.ts';"), []);
  assert.deepEqual(faults('src/portal/a.ts', "const { createAuth } = await import('./auth.ts');"), []);
});

test('domain and wire do no I/O', () => {
  refuses('src/domain/a.ts', "import { readFileSync } from 'node:fs';", /domain does no I\/O/);
  assert.deepEqual(faults('src/wire/a.ts', "import { Type } from 'typebox';"), []);
});

test('time, randomness and the environment each have one reader', () => {
  refuses('src/http/a.ts', 'const a = Date.now();', /use a Clock handed in/);
  refuses('src/http/a.ts', 'const a = new Date();', /use a Clock handed in/);
  refuses('src/http/a.ts', 'const a = performance.now();', /use monotonicMs/);
  refuses('src/http/a.ts', 'const a = Math.random();', /use kernel\/rng\.ts/);
  refuses('src/http/a.ts', "import { randomUUID } from 'node:crypto';", /use kernel\/rng\.ts/);
  refuses('src/http/a.ts', 'const a = crypto.randomUUID();', /kernel\/rng\.ts/);
  refuses('src/http/a.ts', 'const a = process.env.PORT;', /Config handed in/);
  assert.deepEqual(
    faults('src/http/a.ts', "import { createHash } from 'node:crypto'; new Date(0); // Date.now()"),
    [],
  );
  assert.deepEqual(faults('src/config/config.ts', 'const a = process.env;'), []);
});

test('sub-folders of a folder have one direction, types and files beside them included', () => {
  const found = (files: Record<string, string>) =>
    findImportFaults(Object.entries(files).map(([path, text]) => parseSource(path, text))).map(
      ({ path, line, message }) => `${path}:${line} ${message}`,
    );
  const oneWay = {
    'src/http/pages/a.ts': "import { b } from '../calls/b.ts';",
    'src/http/server/c.ts': "import { a } from '../pages/a.ts';\nimport { d } from '../d.ts';",
    'src/http/d.ts': "import { b } from './calls/b.ts';",
  };
  assert.deepEqual(found(oneWay), []);
  const round = {
    ...oneWay,
    'src/http/calls/b.ts': "import { e } from './e.ts';\nimport type { C } from '../server/c.ts';",
  };
  assert.deepEqual(
    found(round)
      .map((line) => line.replace(/;.*/, ''))
      .sort(),
    [
      'src/http/calls/b.ts:2 src/http/calls imports src/http/server, which leads back to it (src/http/server → src/http/pages → src/http/calls)',
      'src/http/pages/a.ts:1 src/http/pages imports src/http/calls, which leads back to it (src/http/calls → src/http/server → src/http/pages)',
      'src/http/server/c.ts:1 src/http/server imports src/http/pages, which leads back to it (src/http/pages → src/http/calls → src/http/server)',
      'src/http/server/c.ts:2 src/http/server imports src/http/d.ts, which leads back to it (src/http/d.ts → src/http/calls → src/http/server)',
    ],
  );
});
