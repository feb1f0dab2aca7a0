import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

type Package = typeof import('../../clients/typescript/src/index.ts');

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Inside the project's modules, so that the package's dependencies are found. */
const cache = join(root, 'node_modules', '.cache');
const compilers = {
  'TypeScript 5.4': 'clients/typescript-consumer/node_modules/typescript',
  'the newest TypeScript': 'node_modules/typescript',
};
let dir: string;
let files: string[];

/** Packs the package as for publication, and unpacks it into a consumer's place. */
before(async () => {
  mkdirSync(cache, { recursive: true });
  dir = mkdtempSync(join(cache, 'client-package-'));
  const packed = await run('npm', ['pack', '--json', '-w', '@tidemark/client', '--pack-destination', dir], {
    cwd: root,
  });
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n'))) as [
    { filename: string },
  ];
  const place = join(dir, 'node_modules', '@tidemark', 'client');
  mkdirSync(place, { recursive: true });
  const unpacked = await run('tar', ['-xvzf', join(dir, filename), '--strip-components=1', '-C', place]);
  files = unpacked.stdout
    .trim()
    .split('\n')
    .map((name) => name.replace('package/', ''));
});
after(() => rmSync(dir, { recursive: true, force: true }));

test('the package holds its licence, its description and what was built, and nothing else', () => {
  assert.deepEqual(files.filter((name) => !name.startsWith('dist/')).sort(), [
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  for (const name of [
    'dist/index.js',
    'dist/index.d.ts',
    'dist/commonjs/index.js',
    'dist/commonjs/index.d.ts',
  ])
    assert.ok(files.includes(name), name);
});

test('the package is imported by ECMAScript modules and required by CommonJS', async () => {
  const consumer = join(dir, 'consumer.mjs');
  writeFileSync(consumer, "export * from '@tidemark/client';");
  const imported = (await import(pathToFileURL(consumer).href)) as Package;
  const required = createRequire(consumer)('@tidemark/client') as Package;
  assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort());
  const fetch = () => Promise.resolve(Response.json({ tier: 'pro' }));
  for (const { createClient, InvalidRequestError } of [imported, required]) {
    const client = createClient({ baseUrl: 'http://tidemark.example', apiKey: 'key', fetch });
    assert.equal((await client.account.verify()).data.tier, 'pro');
    assert.equal(InvalidRequestError.name, 'InvalidRequestError');
  }
});

const use = `
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'key' });
export async function main(): Promise<LeaderboardTrader[]> {
  const { data } = await client.pulse.leaderboard({ sort: 'pnl' });
  for await (const { wallet } of client.pulse.survivors.rows({ maxTrough: -10 }, { maxRows: 1 })) wallet.toLowerCase();
  // @ts-expect-error it is a list
  const wrong: string = data.traders;
  // @ts-expect-error there is no such order
  await client.pulse.leaderboard({ sort: 'best' });
  const byPath = await client.api.GET('/api/public/v1/verify');
  byPath.data?.tier.toLowerCase();
  // @ts-expect-error there is no such field
  byPath.data?.tear;
  return data.traders ?? [];
}
export const kind: string = NotFoundError.name;
`;
const byImport = `import { createClient, NotFoundError, type LeaderboardTrader } from '@tidemark/client';${use}`;
const byRequire = `import tidemark = require('@tidemark/client');
const { createClient, NotFoundError } = tidemark;
type LeaderboardTrader = tidemark.LeaderboardTrader;${use}`;

/** Code of consumers, by their compiler's module resolution. */
const consumers = {
  nodenext: { module: 'nodenext', files: { 'use.mts': byImport, 'use.cts': byRequire } },
  node10: { module: 'commonjs', files: { 'use.ts': byImport, 'require.ts': byRequire } },
  bundler: { module: 'esnext', files: { 'use.ts': byImport } },
};

/** Compiles a consumer without the types of Node; the types of packages are checked as strictly as its own files. */
async function compiled(compiler: string, moduleResolution: keyof typeof consumers): Promise<void> {
  const { module, files: sources } = consumers[moduleResolution];
  const place = mkdtempSync(join(dir, `${moduleResolution}-`));
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(place, name), text);
  const lib = ['es2022', 'dom'];
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipDefaultLibCheck: true };
  const compilerOptions = {
    ...strict,
    noEmit: true,
    target: 'es2022',
    lib,
    types: [],
    module,
    moduleResolution,
  };
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(sources) }),
  );
  await run(process.execPath, [join(root, compiler, 'bin/tsc'), '-p', place]).catch(({ stdout, stderr }) =>
    assert.fail(`${moduleResolution}: ${stdout}${stderr}`),
  );
}

test('the types of the package compile under TypeScript 5.4, wherever its resolution finds them', async () => {
  for (const resolution of ['nodenext', 'node10'] as const)
    await compiled(compilers['TypeScript 5.4'], resolution);
});

test('the types of the package compile under the newest TypeScript', async () => {
  for (const resolution of ['nodenext', 'bundler'] as const)
    await compiled(compilers['the newest TypeScript'], resolution);
});
