/** The package as its users have it: packed, installed into an empty directory, started, asked, stopped. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const fixture = join(root, 'test/fixtures/fills/node_fills_by_block.jsonl');
/** Without what this run of npm and the settings of the tester say. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|TIDEMARK_)/.test(name)),
);
let dir: string;
let home: string;
let tidemark: string;
let service: ChildProcess | undefined;

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tidemark-package-'));
  home = join(dir, 'home');
  mkdirSync(home);
  const packed = await run('npm', ['pack', '--json', '--pack-destination', dir], { cwd: root, env });
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n'))) as [
    { filename: string },
  ];
  // Uses npm's cache from `npm ci`; does not retry a platform's package that the registry lacks.
  const options = ['--prefer-offline', '--fetch-retries=0', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, join(dir, filename)], { cwd: home, env });
  tidemark = join(home, 'node_modules/.bin/tidemark');
});
after(() => {
  service?.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

test('the package holds a built program with its pages, licences and no source, and installs without a build', async () => {
  const place = join(home, 'node_modules/tidemark');
  const files = globSync('**/*', { cwd: place });
  for (const name of [
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY.txt',
    'portal/dist/index.html',
    'portal/dist/operator/operator.html',
    'docs/agents.md',
    'src/access/redis/limits.lua',
  ])
    assert.ok(files.includes(name), name);
  assert.deepEqual(
    files.filter((name) => /\.(ts|tsx)$|(^|\/)(test|bench)\//.test(name)),
    [],
  );
  const { scripts } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) assert.ok(!(script in scripts));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  assert.match((await run(tidemark, ['version'], { cwd: home, env })).stdout, new RegExp(version));
  assert.ok(existsSync(join(home, 'node_modules/chdb')));
  assert.ok(!existsSync(join(home, 'node_modules/prom-client')), 'what is bundled is not installed again');
});

test('every file of the bundle loads', async () => {
  const dist = join(home, 'node_modules/tidemark/dist');
  // Entries are the files that are executed: the program, threads and a process.
  const names = globSync('*.js', { cwd: dist }).filter((name) => !/^(src|packages)-/.test(name));
  assert.ok(names.length > 50);
  const imports = names.map(
    (name) => `await import(${JSON.stringify(pathToFileURL(join(dist, name)).href)});`,
  );
  const program = `${imports.join('\n')}\nconsole.log('loaded'); process.exit();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env });
  assert.equal(stdout, 'loaded\n');
});

test('the installed program imports, serves its pages and its API, and ends with a signal', async () => {
  const data = ['--data', join(dir, 'data')];
  await run(tidemark, ['import', fixture, ...data], { cwd: home, env });
  service = spawn(tidemark, ['serve', ...data, '--port', '0'], {
    cwd: home,
    env: { ...env, TIDEMARK_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  service.stderr!.on('data', (text) => {
    complaints += text;
  });
  let url: string | undefined;
  for await (const line of createInterface({ input: service.stdout! })) {
    url = /ready at (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  assert.ok(url, complaints);
  service.stdout!.resume();
  const created = await run(tidemark, ['keys', 'create', ...data], { cwd: home, env });
  const headers = { 'x-api-key': created.stdout.trim() };
  const board = await fetch(`${url}/api/public/v1/pulse/leaderboard?limit=1`, { headers });
  assert.equal(board.status, 200);
  assert.equal(((await board.json()) as { traders: unknown[] }).traders.length, 1);
  for (const path of ['/', '/traders', '/docs/settings']) {
    const page: Response = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
    assert.deepEqual(
      [path, page.status, page.headers.get('content-type')],
      [path, 200, 'text/html; charset=utf-8'],
    );
  }
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.equal(complaints.replaceAll(/^SIGTERM: stopping.*\n/gm, ''), '');
});
