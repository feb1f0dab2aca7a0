import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs, { mkdtempSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, mock } from 'node:test';
import { seedControl } from '../../test/data-template.ts';
import { hashApiKey } from './key-format.ts';
import { openPglite } from './pglite.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-pglite-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** Runs a program in a process of its own that gets `openPglite` and its directory; resolves with what it prints first. */
async function inOtherProcess(dir: string, program: string) {
  const source = `import { openPglite } from ${JSON.stringify(import.meta.resolve('./pglite.ts'))};
    const dir = ${JSON.stringify(dir)};
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((done) => child.once('exit', done));
  const printed = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    child.once('exit', () => reject(new Error('the other process printed nothing')));
  });
  return {
    printed,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe('control store on PGlite', () => {
  it('keeps its files from everybody else', async () => {
    const dir = join(root, 'rights');
    const store = await openPglite({ dir: seedControl(dir) });
    const open = async () => {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const modes = entries.map((entry) =>
        statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }),
      );
      return modes.filter((stats) => stats !== undefined && (stats.mode & 0o077) !== 0).length;
    };
    assert.equal(await open(), 0);
    assert.equal(statSync(dir).mode & 0o777, 0o700);
    await store.createKey();
    await store.close();
    assert.equal(await open(), 0);
  });

  it('writes the text of a key nowhere in its directory, and its hash there', async () => {
    const dir = join(root, 'no-plaintext');
    const store = await openPglite({ dir: seedControl(dir) });
    await store.migrate();
    const { id, key } = await store.createKey({ tier: 'pro', name: 'laptop' });
    const rotated = await store.rotateKey(id);
    await store.close();
    let hashes = 0;
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const content = await readFile(join(file.parentPath, file.name));
      for (const text of [key, rotated.key, key.slice(14), rotated.key.slice(14)]) {
        assert.ok(!content.includes(text), `${file.name} holds a key`);
      }
      if (content.includes(hashApiKey(key))) hashes++;
    }
    assert.ok(hashes > 0, 'the search would not have found the key either');
  });

  it('keeps every key it has issued when the process is killed, and lets go of the directory', async () => {
    const dir = seedControl(join(root, 'killed'));
    const other = await inOtherProcess(
      dir,
      `const store = await openPglite({ dir });
       await store.migrate();
       console.log((await store.createKey()).key);
       setInterval(() => {}, 1000);`,
    );
    try {
      await assert.rejects(openPglite({ dir }), { fault: 'in_use', message: /in use by another process/ });
    } finally {
      await other.kill();
    }
    const store = await openPglite({ dir });
    assert.equal((await store.findByHash(hashApiKey(other.printed.trim())))?.status, 'active');
    await store.close();
  });

  it('refuses to open a directory twice in one process, and opens it again after it was closed', async () => {
    const dir = seedControl(join(root, 'twice'));
    const store = await openPglite({ dir });
    await assert.rejects(openPglite({ dir }), { fault: 'in_use' });
    await store.close();
    await (await openPglite({ dir })).close();
  });

  it('brings a commit to the disk before it is answered', async () => {
    const store = await openPglite({ dir: seedControl(join(root, 'durable')) });
    await store.migrate();
    const fsync = mock.method(fs, 'fsyncSync');
    // The store holds the function by name; only the module's live binding shows the call.
    (await import('node:module')).syncBuiltinESMExports();
    await store.createKey();
    const calls = fsync.mock.callCount();
    fsync.mock.restore();
    (await import('node:module')).syncBuiltinESMExports();
    await store.close();
    assert.ok(calls >= 1, 'a key was answered that a power failure would have taken back');
  });

  it('starts again where a first start was cut off half way', async () => {
    const dir = join(root, 'cut-off');
    await mkdir(join(`${dir}.new`, 'base'), { recursive: true });
    await writeFile(join(`${dir}.new`, 'PG_VERSION'), '18\n');
    const store = await openPglite({ dir });
    await store.migrate();
    await store.close();
    assert.ok(!fs.existsSync(`${dir}.new`));
  });

  it('refuses a directory that holds something else, and leaves it as it is', async () => {
    const dir = join(root, 'other');
    await mkdir(dir);
    await writeFile(join(dir, 'notes.txt'), 'mine');
    await assert.rejects(openPglite({ dir }), { fault: 'invalid_input' });
    assert.deepEqual(await readdir(dir), ['notes.txt']);
  });
});
