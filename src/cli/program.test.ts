import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runToyCli as run } from '../../test/cli-harness.ts';
import { toyOperations } from '../../test/fixtures/contender.ts';
import type { ImportInput } from '../operate/operations/import-paths.ts';
import type { Operations } from '../operate/operations.ts';

test('every command explains itself with examples and exits with 0', async () => {
  const commands = [
    'serve',
    'import',
    'keys create',
    'keys list',
    'keys revoke',
    'keys rotate',
    'accounts list',
    'accounts show',
    'accounts create',
    'accounts grant',
    'accounts end',
    'accounts limits',
    'forget',
    'audit',
    'migrate',
    'simulate',
    'simulate-server',
    'version',
  ];
  for (const command of ['', 'keys', 'accounts', ...commands]) {
    const { code, stdout } = await run(`${command} --help`);
    assert.equal(code, 0, command);
    assert.match(stdout, /Examples:\n {2}(KEY=\$\()?tidemark /, command);
  }
  assert.deepEqual(await run('version'), { code: 0, closed: 0, stdout: '1.2.3\n', stderr: '' });
});

test('wrong usage exits with 2, names the nearest right word and runs nothing', async () => {
  const cases: [string, RegExp][] = [
    ['', /Usage: tidemark/],
    ['frob', /unknown command 'frob'\n\(see 'tidemark --help'\)/],
    ['impotr x', /unknown command 'impotr'\n\(Did you mean import\?\)/],
    ['import --force src', /--force needs --wallet/],
    ['forget', /name one of --source, --feed and --wallet/],
    ['forget --feed a --wallet 0x1', /name one of/],
    ['forget --wallet 0x1', /--wallet must be 0x and 40 hex digits, not '0x1'/],
    [
      'gaps --feed nope',
      /'nope' is invalid.*Allowed choices are fills, node_fills, node_misc_events, node_twap_statuses, trades, walletFunding/,
    ],
    ['keys creat', /Did you mean create\?/],
    ['audit --dta x', /unknown option '--dta'\n\(Did you mean --data\?\)/],
    ['keys create --tier gold', /Allowed choices are free, starter, pro, enterprise/],
    ['keys revoke', /missing required argument 'ID'\n\(see 'tidemark keys revoke --help'\)/],
    ['keys create --expires 2020-01-01', /--expires .* '2020-01-01' is invalid\. It must be a future moment/],
    ['keys rotate key_1 --overlap 1', /--overlap .* '1' is invalid\. It must be a duration like 90s/],
    ['keys rotate key_1 --ovrlap 1h', /Did you mean --overlap\?/],
    ['accounts grnt', /Did you mean grant\?/],
    ['accounts grant desk', /missing required argument 'TIER'/],
    ['accounts grant desk gold', /'gold' is invalid .*Allowed choices are free, starter, pro, enterprise/],
    ['accounts grant desk pro --until 2020-01-01', /--until .* must be a future moment/],
    ['accounts grant desk pro --untl 30d', /Did you mean --until\?/],
    ['accounts list --limit 0', /--limit .* must be a whole number from 1 to 10000/],
    ['accounts limits desk --set keys', /A value is a whole number, unlimited, or tier/],
    [
      'accounts limits desk --set ratePerMinut=1',
      /There is no limit ratePerMinut\. Did you mean ratePerMinute\?/,
    ],
    ['accounts limits desk --set keys=1 --clear', /'--clear' cannot be used with option '--set/],
    ['audit extra', /too many arguments/],
    ['import', /missing required argument 'PATH'/],
    ['import --wallet 0x12 package.json', /--wallet must be 0x and 40 hex digits, not '0x12'/],
    ['import --builder 0x12 package.json', /--builder must be 0x and 40 hex digits, not '0x12'/],
    [
      `import --builder 0x${'a'.repeat(40)} --replace a`,
      /--builder cannot be combined with other import options/,
    ],
    [`import --wallet 0x${'a'.repeat(40)} a b`, /--wallet takes exactly one file, not 2/],
    [
      'serve --port 99999 --now never',
      /--port must be an integer from 0 to 65535, not "99999"\n.*--now must be an instant/,
    ],
  ];
  for (const [line, message] of cases) {
    const { code, stdout, stderr, closed } = await run(line);
    assert.equal(code, 2, line);
    assert.equal(stdout, '', line);
    assert.match(stderr, message, line);
    assert.equal(closed, 0, line);
  }
});

test('an import sends absolute paths and ends with one line of JSON on stdout', async () => {
  const requests: ImportInput[] = [];
  const importPaths: Operations['importPaths'] = (request, job) => {
    requests.push(request);
    return toyOperations().importPaths({ paths: ['/quick'] }, job);
  };
  const { code, stdout, closed } = await run('import package.json src', { importPaths });
  assert.equal(code, 0);
  assert.equal(closed, 1);
  assert.deepEqual(requests, [{ paths: [resolve('package.json'), resolve('src')] }]);
  assert.equal(stdout.split('\n').length, 2);
  assert.deepEqual(Object.keys(JSON.parse(stdout)).slice(0, 5), [
    'files',
    'knownFiles',
    'blocks',
    'fills',
    'duplicates',
  ]);
  await run(`import --wallet 0x${'A'.repeat(40)} package.json`, { importPaths });
  assert.deepEqual(requests[1], { wallet: `0x${'a'.repeat(40)}`, paths: [resolve('package.json')] });
  await run(`import --builder 0x${'B'.repeat(40)} package.json`, { importPaths });
  assert.deepEqual(requests[2], { builder: `0x${'b'.repeat(40)}`, paths: [resolve('package.json')] });
});

test('an import of objects says what it would read and costs, and begins with --yes or a yes', async () => {
  const requests: unknown[] = [];
  const plan = {
    files: 3,
    bytes: 2.5e9,
    known: { files: 1, bytes: 5 },
    outside: 2,
    missing: ['s3://b/x/20260501/7.lz4'],
    missingTotal: 1,
  };
  const operations: Partial<Operations> = {
    planImport: async (request) => {
      requests.push(request);
      return plan;
    },
    importPaths: (request, job) => {
      requests.push(request);
      return toyOperations().importPaths({ paths: ['/quick'] }, job);
    },
  };
  const line = 'import --from 2026-05-01 --to 2026-06-01 --s3-region eu-1 --usd-per-gb 0.1 s3://b/x';
  const refused = await run(line, operations);
  assert.deepEqual([refused.code, refused.stdout, requests.length], [2, '', 1]);
  assert.equal(
    refused.stderr,
    `3 files of 2.50 GB; their transfer costs about 0.25 USD at 0.1 USD per GB
1 objects were imported before and are left out; --again reads them again
2 files of other hours are left out
1 hours have no file:
  s3://b/x/20260501/7.lz4
no terminal to confirm on: add --yes
`,
  );
  assert.equal((await run(`${line} --yes`, operations)).code, 0);
  const request = {
    paths: ['s3://b/x'],
    s3Region: 'eu-1',
    fromMs: Date.UTC(2026, 4, 1),
    toMs: Date.UTC(2026, 5, 1),
  };
  assert.deepEqual(requests, [request, request, request]);
});

test('forget sends an absolute path, a feed or a wallet, and prints how many fills went', async () => {
  const requests: unknown[] = [];
  const forget: Operations['forget'] = async (request) => {
    requests.push(request);
    return { fills: 3, contexts: 0, ledger: 0 };
  };
  for (const args of ['--source a/9.lz4', '--feed hyperliquid', `--wallet 0x${'A'.repeat(40)}`]) {
    const { code, stdout } = await run(`forget ${args}`, { forget });
    assert.deepEqual([code, stdout], [0, '3\n']);
  }
  const sources = [{ source: resolve('a/9.lz4') }, { source: 'hyperliquid' }];
  assert.deepEqual(requests, [...sources, { wallet: `0x${'a'.repeat(40)}` }]);
});

test('an import whose path is missing opens nothing and names the path', async () => {
  const { code, stderr, closed } = await run('import no/such/file');
  assert.deepEqual({ code, closed }, { code: 1, closed: 0 });
  assert.equal(stderr, `tidemark: no such file or directory: ${resolve('no/such/file')}\n`);
});

test('an import stopped by the process that ran it is a failure', async () => {
  const summary = await toyOperations().importPaths(
    { paths: ['/quick'] },
    { onProgress: () => undefined, signal: new AbortController().signal },
  );
  const { code, stderr } = await run('import package.json', {
    importPaths: async () => ({ ...summary, interrupted: true }),
  });
  assert.equal(code, 1);
  assert.match(stderr, /[Ii]mport again to continue/);
});

test('an import that used nothing, or could not read a file, says so and is a failure', async () => {
  const summary = await toyOperations().importPaths(
    { paths: ['/quick'] },
    { onProgress: () => undefined, signal: new AbortController().signal },
  );
  const nothing = { ...summary, files: 2, fills: 0, quarantined: 3 };
  const unused = await run('import package.json', { importPaths: async () => nothing });
  assert.equal(unused.code, 1);
  assert.match(unused.stderr, /nothing was imported: no fills in 2 files; expected files of .*node/);
  const unread = [{ file: '/a/9.lz4', reason: '/a/9.lz4 cannot be opened: EACCES' }];
  const partly = await run('import package.json', {
    importPaths: async () => ({ ...summary, unread, unreadTotal: 1 }),
  });
  assert.equal(partly.code, 1);
  assert.match(
    partly.stderr,
    /reading a file failed 1 times, .*:\n {2}\/a\/9\.lz4 cannot be opened: EACCES\n/,
  );
  const quiet = await run('import package.json', {
    importPaths: async () => ({ ...summary, fills: 0, blocks: 7 }),
  });
  assert.equal(quiet.code, 0, 'blocks without fills');
  const empty = await run(`import --wallet 0x${'a'.repeat(40)} package.json`, {
    importPaths: async () => ({ ...summary, fills: 0 }),
  });
  assert.equal(empty.code, 0, 'the answer about a wallet that never traded');
});

test('an audit without a difference is silent on stdout and exits with 0; one with any prints it and exits with 1', async () => {
  const clean = await run('audit');
  assert.deepEqual([clean.code, clean.stdout], [0, '']);
  const audit: Operations['audit'] = async () => ({
    differences: [
      {
        table: 'wallet_day',
        key: 'wallet=0x1 day=2026-05-01',
        column: 'fills',
        stored: '3',
        recomputed: '2',
      },
    ],
    differencesTotal: 2,
    tables: 1,
    unfilled: ['coin_hour'],
    rowsCompared: 9,
    fills: 9,
    seconds: 1,
  });
  const { code, stdout, stderr } = await run('audit', { audit });
  assert.equal(code, 1);
  assert.equal(stdout, 'wallet_day wallet=0x1 day=2026-05-01 fills: stored 3, recomputed 2\n');
  assert.match(stderr, /… and 1 more\nnot compared, still being filled: coin_hour\naudit: 2 differences/);
});

test('an audit of positions prints each difference with its cause, as JSON too, and exits with 1 where there is one', async () => {
  const { code, stdout, stderr } = await run('audit --positions');
  assert.equal(code, 1);
  assert.match(stdout, /^WALLET .*\n0xa{40} {2}BTC {3}1 {6}2 {6}2026-01-02 00:00:00.000Z {2}gap\n$/);
  assert.match(stderr, /audit: 1 differences; 3 open positions of 2 accounts compared/);
  const json = JSON.parse((await run('audit --positions --json')).stdout);
  assert.deepEqual([json.differencesTotal, json.differences[0].stateAt], [1, '2026-01-02T00:00:00.000Z']);
  assert.equal(JSON.parse((await run('audit --json')).stdout).differencesTotal, 0);
  const clean = { differences: [], differencesTotal: 0, accounts: 2, positions: 3, seconds: 0 };
  const agreeing = await run('audit --positions', { auditPositions: async () => clean });
  assert.deepEqual([agreeing.code, agreeing.stdout], [0, '']);
});

test('a failure is one line on stderr and closes what was open', async () => {
  const revokeKey = async (): Promise<never> => Promise.reject(new Error('there is no key key_9'));
  const { code, stdout, stderr, closed } = await run('keys revoke key_9', { revokeKey });
  assert.deepEqual(
    { code, stdout, stderr, closed },
    { code: 1, stdout: '', stderr: 'tidemark: there is no key key_9\n', closed: 1 },
  );
});

test('a port in use is reported with its remedy', async () => {
  const serve = async (): Promise<never> => {
    throw Object.assign(new Error('listen'), { code: 'EADDRINUSE', address: '127.0.0.1', port: 8080 });
  };
  const { code, stderr } = await run('serve', {}, { serve });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'tidemark: port 8080 on 127.0.0.1 is in use; stop the program on it, or choose another with --port\n',
  );
});

test('a key that could not be written is revoked again, and keeps no place of its account', async () => {
  const revoked: string[] = [];
  const operations: Partial<Operations> = {
    async revokeKey({ id }) {
      revoked.push(id);
      return toyOperations().revokeKey({ id });
    },
  };
  const deliver = async () => {
    throw new Error('ENOSPC: no space left on device, write');
  };
  const issued = await toyOperations().createKey();
  for (const line of ['keys create', 'keys rotate key_1']) {
    const { code, stderr } = await run(line, operations, {}, { deliver });
    assert.equal(code, 1);
    assert.match(stderr, /the key could not be written to stdout, and was revoked/);
  }
  assert.deepEqual(revoked, [issued.id, 'key_1_next']);
});

function start(...args: string[]): { child: ChildProcess; stdout: () => string; stderr: () => string } {
  const toyCli = fileURLToPath(new URL('../../test/fixtures/toy-cli.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, toyCli, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.on('data', (text) => (written[name] += text));
  return { child, stdout: () => written.stdout, stderr: () => written.stderr };
}

test('a signal ends an import after its batch: it says so, prints what it did and exits with the code of the signal', async () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const { child, stdout, stderr } = start('import', 'package.json');
    await once(child.stderr!, 'data'); // the toy says that its import runs
    child.kill(signal);
    const [exitCode] = await once(child, 'close');
    assert.equal(exitCode, code, stderr());
    assert.equal(JSON.parse(stdout()).interrupted, true);
    assert.match(stderr(), new RegExp(`${signal}: stopping after the current batch`));
  }
});

test('a stopped server prints its one ready line, stops and exits with 0', async () => {
  const { child, stdout } = start('serve', '--data', '/srv/tide');
  await once(child.stdout!, 'data');
  assert.equal(stdout(), 'tidemark ready at http://127.0.0.1:1 (data /srv/tide)\n');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.match(stdout(), /^.*\nstopped\n$/);
});
