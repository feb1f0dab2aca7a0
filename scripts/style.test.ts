import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSource } from './source-tree.ts';
import { findStyleFaults } from './style.ts';

function faults(path: string, text: string): string[] {
  return findStyleFaults([parseSource(path, text)]).map((finding) => `${finding.line}: ${finding.message}`);
}

function refuses(path: string, text: string, message: RegExp): void {
  const found = faults(path, text);
  assert.equal(found.length, 1, `${path}: ${found.join('; ')}`);
  assert.match(found[0]!, message);
}

test('a file is kebab-case, named by its noun, and at most 400 lines long', () => {
  refuses('src/http/PageCache.ts', '', /name it page-cache\.ts/);
  refuses('src/http/utils.ts', '', /"utils" says nothing/);
  refuses('src/helpers/page.ts', '', /"helpers" says nothing/);
  refuses('src/http/pages/page.ts', '\n'.repeat(401), /has 401 lines/);
  assert.deepEqual(faults('src/http/page-cache.pglite.test.ts', '\n'.repeat(400)), []);
});

test('a function is shorter than 80 lines, in tests it may be longer', () => {
  const long = `const makeIt = () => {${'\n'.repeat(79)}};`;
  refuses('src/http/pages/page.ts', long, /function makeIt has 80 lines/);
  assert.deepEqual(faults('src/http/page.test.ts', long), []);
  assert.deepEqual(faults('src/http/pages/page.ts', long.replace('\n', '')), []);
  const factory = `function createIt() {const f = () => {\n${'\n'.repeat(50)}};${'\n'.repeat(50)}}`;
  assert.deepEqual(faults('src/http/pages/page.ts', factory), [], 'a function inside counts for itself');
});

test('a factory with all of its parts is shorter than 160 lines', () => {
  const part = (name: string) => `const ${name} = () => {${'\n'.repeat(53)}};`;
  const factory = (...parts: string[]) => `function createIt() {${parts.join('\n')}}`;
  assert.deepEqual(faults('src/http/pages/page.ts', factory(part('a'), part('b'))), []);
  refuses(
    'src/http/pages/page.ts',
    factory(part('a'), part('b'), part('c')),
    /function createIt has 162 lines with those inside it/,
  );
});

test('no part of the program writes to the console past the log', () => {
  refuses('src/http/pages/page.ts', '\nconsole.error("x");', /^2: console\.error: use the Log/);
  assert.deepEqual(faults('scripts/check.ts', 'console.log("x")'), []);
  assert.deepEqual(faults('src/http/pages/page.ts', '// console.log("x")\nconst text = "console.log";'), []);
});

test('members are not spread for the formatter', () => {
  const part = 'src/access/limiter.ts';
  refuses(part, 'const state = { ...{ used, left }, at };', /write them as members/);
  refuses(part, "const names = [...['a', 'b'], 'c'];", /write them as members/);
  assert.deepEqual(faults(part, 'const state = { ...counts, ...(isOver && { at }) };'), []);
});

test('what the kernel has once is not written again', () => {
  const part = 'src/access/limiter.ts';
  refuses(part, 'running ??= work().finally(() => {});', /singleFlight/);
  refuses(part, 'await delay(5, undefined, { signal }).catch(() => undefined);', /pause of kernel/);
  refuses(part, 'known.delete(known.keys().next().value);', /BoundedMap/);
  refuses(part, "import { renameSync, writeFileSync } from 'node:fs';", /replaceFile of kernel/);
  assert.deepEqual(faults(part, "import { renameSync, rmSync } from 'node:fs';"), []);
  const kernel = 'running ??= work().finally(() => {}); known.keys().next();';
  assert.deepEqual(faults('src/kernel/single-flight.ts', kernel), []);
  assert.deepEqual(faults(part, 'made ??= load(); work().finally(end);'), []);
});

test('parts of the live connector wait and measure by the timers they are handed', () => {
  const [part, clock] = ['src/ingest/live/work/plan.ts', '../../../kernel/clock.ts'];
  refuses(part, 'const timer = setInterval(look, 5);', /Timers handed in/);
  refuses(part, "import { setTimeout as delay } from 'node:timers/promises';", /Timers handed in/);
  refuses(part, `import { dayMs, monotonicMs } from '${clock}';`, /Timers handed in/);
  assert.deepEqual(faults(part, `import { dayMs } from '${clock}';timers.every(5, look);`), []);
  assert.deepEqual(faults('src/http/server/server.ts', 'setTimeout(close, 5);'), []);
});

test('no test is skipped, singled out or left to do', () => {
  refuses('src/a.test.ts', "test.skip('x', () => {})", /test\.skip: every test runs/);
  refuses('src/a.test.ts', "test('x', { only: true }, () => {})", /\{ only \}/);
  refuses('test/conformance/a.ts', "t.skip('no server')", /t\.skip/);
});

test('no test sleeps without a reason that is written down', () => {
  refuses('src/a.test.ts', 'delay(50);', /await the event itself/);
  refuses('src/a.test.ts', 'setTimeout(done, 5);', /await the event itself/);
  assert.deepEqual(faults('src/a.test.ts', '// waits: the key cache must expire\ndelay(50);'), []);
  assert.deepEqual(faults('src/a.test.ts', 'while (clock.nowMs() < deadlineMs) delay(50);'), []);
  assert.deepEqual(faults('src/a.ts', 'await delay(50);'), []);
});

test('no test waits in a loop without a bound', () => {
  refuses('test/a.ts', 'while (!isSo()) await delay(5);', /until\('what is waited for', …\) of test/);
  refuses(
    'test/a.ts',
    'while (!isSo()) {\n  await delay(5); // waits: another process\n}',
    /^2: delay in a loop/,
  );
  refuses('test/a.ts', 'for (let x = ask(); x === 503; x = ask()) await delay(5);', /without a bound/);
  refuses('test/a.ts', 'for (;;) await new Promise((go) => setTimeout(go, 5));', /without a bound/);
  for (const bounded of [
    'while (!isSo()) {\n  assert.ok(monotonicMs() < endMs);\n  await delay(5);\n}',
    'for (let i = 0; i < 9; i++) await delay(5);',
    'for (const part of parts) await delay(5);',
    'while (!stopped) await delay(5); // ends: stop()',
  ]) {
    assert.deepEqual(faults('test/a.ts', bounded), [], bounded);
  }
});

test('a test file starts nothing as it is imported', () => {
  refuses(
    'src/http/pages/page.test.ts',
    '\nconst store = await openStore();',
    /^2: await outside of any function/,
  );
  assert.deepEqual(
    faults('src/http/pages/page.test.ts', 'before(async () => { store = await openStore(); });'),
    [],
  );
});

test('no two queries have one name', () => {
  const params = (name: string) => `const one = query({ name: '${name}', params: {} });`;
  const sources = [
    parseSource('src/boards/a.ts', params('fills_of_day')),
    parseSource('src/boards/b.ts', `\n${params('fills_of_day')}`),
    parseSource('src/boards/c.ts', params('fills_of_week')),
    parseSource('src/boards/c.test.ts', params('fills_of_week')),
  ];
  const found = findStyleFaults(sources).map(({ path, line, message }) => `${path}:${line} ${message}`);
  assert.deepEqual(found, [
    'src/boards/b.ts:2 query fills_of_day has the name of the one at src/boards/a.ts:1; name it by what it reads',
  ]);
});

test('a view has no timer and no single-flight of its own', () => {
  const flight = "import { singleFlight } from '../../kernel/single-flight.ts';";
  refuses('src/views/owners/ownerships.ts', flight, /follow the store by runView/);
  refuses('src/boards/board.ts', 'setInterval(refresh, 1_000);', /follow the store by runView/);
  const wait = "import { setTimeout as delay } from 'node:timers/promises';";
  for (const folder of ['archetypes', 'lifecycles', 'market']) {
    refuses(`src/${folder}/newest.ts`, wait, /follow the store by runView/);
  }
  const turn = "import { setImmediate as turn } from 'node:timers/promises';";
  assert.deepEqual(faults('src/archetypes/newest.ts', turn), []);
  assert.deepEqual(faults('src/changes/change-feed.ts', flight), []);
});

test('the records of batches are read by the change feed alone', () => {
  const reads = 'const sql = `SELECT max(seq) FROM ingest_batches WHERE seq > 1`;';
  refuses('src/boards/board.ts', reads, /follow the ChangeFeed of src\/changes/);
  assert.deepEqual(faults('src/changes/batches.ts', reads), []);
});
