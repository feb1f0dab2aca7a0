/** The text of a key appears nowhere in the program's output, except once at its creation. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newApiKey } from '../../src/control/key-format.ts';
import { secureRng } from '../../src/kernel/rng.ts';
import { seedData } from '../data-template.ts';
import { type Ended, runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-secrecy-'));
after(() => rmSync(root, { recursive: true, force: true }));

const api = '/api/public/v1';

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Sends bytes and reads until the server closes. */
async function exchange(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.end(text);
  await once(socket, 'close');
  return received;
}

/** Puts a key everywhere a caller could put it, right or wrong. @returns every answer, head and body */
async function useEverywhere(url: string, key: string): Promise<string[]> {
  const requests: [string, Record<string, string>][] = [
    [`${api}/plan`, { 'X-API-Key': key }],
    [`${api}/pulse/leaderboard?limit=${key}`, { 'X-API-Key': key }],
    [`${api}/pulse/leaderboard?sort=${key}`, { 'X-API-Key': key, 'User-Agent': `curl ${key}` }],
    [`${api}/pulse/trader/${key}`, { 'X-API-Key': key, Referer: `https://x.example/?k=${key}` }],
    [`${api}/pulse/token/${key}/leaderboard`, { 'X-API-Key': key }],
    [`${api}/plan?api_key=${key}`, {}],
    [`${api}/plan`, { Authorization: `Bearer ${key}` }],
    [`${api}/plan`, { 'X-API-Key': `${key} ${key}` }],
    [`${api}/plan`, { 'X-API-Key': `${key}x` }],
    [`/${key}`, { 'X-API-Key': key }],
    [`/%${key}`, { 'X-API-Key': key }],
    [`/errors/${key}`, {}],
    [`/schemas/${key}.json`, {}],
    ['/openapi.json', { 'X-API-Key': key }],
    ['/metrics', { 'X-API-Key': key }],
    ['/ready', { 'X-API-Key': key }],
  ];
  const answers: string[] = [];
  for (const [path, headers] of requests) {
    const answer = await fetch(url + path, { headers });
    answers.push(
      `${path.replaceAll(key, '…')} ${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`,
    );
  }
  answers.push(await exchange(url, `GET /${key} HTTP/9\r\n\r\n`));
  answers.push(await exchange(url, `${key}\r\n\r\n`));
  answers.push(
    await exchange(url, `POST /${key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${key}\r\n\r\n`),
  );
  answers.push(await exchange(url, `GET /${'x'.repeat(9_000)}${key} HTTP/1.1\r\nHost: x\r\n\r\n`));
  return answers;
}

test('a key is shown where it is created and nowhere else: answers, logs, metrics and every file', async () => {
  const data = join(root, 'data');
  seedData(data);
  const settings = { TIDEMARK_LOG_LEVEL: 'trace' };
  const server = await startServer(['--data', data], settings);
  const commands: Ended[] = [];
  const run = async (...args: string[]) => {
    const ended = await runCommand([...args, '--data', data], { TIDEMARK_LOG_LEVEL: 'trace' });
    commands.push(ended);
    return ended;
  };
  const keyOf = ({ stdout, stderr }: Ended) => {
    assert.match(stdout, /^tdm_live_\w+\n$/, stderr);
    return stdout.trim();
  };
  const first = keyOf(await run('keys', 'create', '--account', 'desk', '--tier', 'pro'));
  const listed = await run('keys', 'list');
  const id = /key_\w+/.exec(listed.stdout)![0];
  const answers = await useEverywhere(server.address, first);
  const second = keyOf(await run('keys', 'rotate', id));
  const madeUp = newApiKey('live', secureRng);
  for (const key of [first, second, madeUp]) answers.push(...(await useEverywhere(server.address, key)));
  // A key passed to a command instead of an id is not echoed.
  commands.push(await run('keys', 'revoke', second));
  commands.push(await run('keys', 'rotate', madeUp));
  await run('keys', 'list');
  server.child.kill('SIGTERM');
  const ended = await server.ended;
  assert.equal(ended.code, 0, ended.stderr);

  // Keys in the wrong place of a command line, before the program parses the command.
  for (const args of [
    ['serve', '--data', data, '--port', second],
    [second],
    ['keys', 'create', `--${second}`],
  ]) {
    const failed = await runCommand(args);
    assert.notEqual(failed.code, 0);
    commands.push(failed);
  }
  const shown = [first, second].map((key) => `${key}\n`);
  const printed = commands.map(({ stdout, stderr }) => (shown.includes(stdout) ? stderr : stdout + stderr));
  for (const [name, key] of Object.entries({ first, second, madeUp })) {
    const secret = key.slice('tdm_live_'.length);
    const leaks = (where: string, text: string | Buffer) =>
      assert.ok(!text.includes(secret), `${name} key in ${where}`);
    for (const answer of answers) leaks(`the answer ${answer.slice(0, 60).replaceAll(secret, '…')}`, answer);
    leaks('stdout of serve', ended.stdout);
    leaks('stderr of serve', ended.stderr);
    leaks('what a command prints', printed.join('\n'));
    for (const file of filesIn(root)) leaks(file, readFileSync(file));
  }
});
