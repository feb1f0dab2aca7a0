/**
 * The one check: `npm run check`. Runs every step, also after one has failed, and says at the end
 * which did. `--no-tests` leaves the tests out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { testTiers } from './test-tiers.ts';

const colours = process.stdout.isTTY ? 'force' : 'off';
const root = join(import.meta.dirname, '..');

interface Step {
  name: string;
  /** The command of the step; `node` is the pinned one. */
  command: readonly [string, ...string[]];
}

function node(name: string, script: string, ...args: string[]): Step {
  return { name, command: [process.execPath, ...process.execArgv, script, ...args] };
}

function steps(): Step[] {
  const all: Step[] = [
    {
      name: 'format and lint',
      command: [
        'node_modules/.bin/biome',
        'ci',
        '--error-on-warnings',
        '--diagnostic-level=warn',
        `--colors=${colours}`,
        '.',
      ],
    },
    // Unchanged files are not checked again: two seconds of processor time instead of fifteen.
    {
      name: 'types',
      command: [
        'node_modules/.bin/tsc',
        '-p',
        'tsconfig.json',
        '--incremental',
        '--tsBuildInfoFile',
        'node_modules/.cache/types.tsbuildinfo',
      ],
    },
    {
      name: 'types of the portal',
      command: [
        'node_modules/.bin/tsc',
        '-p',
        'portal/tsconfig.json',
        '--incremental',
        '--tsBuildInfoFile',
        'node_modules/.cache/portal.tsbuildinfo',
      ],
    },
    node('imports', 'scripts/imports.ts'),
    node('style', 'scripts/style.ts'),
    node('size', 'scripts/size.ts'),
    node('links', 'scripts/links.ts'),
    node('plain English', 'scripts/english.ts'),
    node('lockfile complete', 'scripts/lockfile.ts', '--check'),
    node('README and tables up to date', 'scripts/readme.ts', '--check'),
    node('openapi.json and clients up to date', 'scripts/openapi.ts', '--check'),
    node('docs/methodology up to date', 'scripts/fields.ts', '--check'),
    node('docs/freshness.md up to date', 'scripts/freshness.ts', '--check'),
    ...testTiers.map((tier) => node(`tests: ${tier}`, 'scripts/test.ts', '--tier', tier)),
  ];
  const present = all.filter(({ command }) =>
    command.every((part) => !part.startsWith('scripts/') || existsSync(join(root, part))),
  );
  return process.argv.includes('--no-tests')
    ? present.filter((step) => !step.name.startsWith('tests'))
    : present;
}

function run(step: Step): { name: string; ok: boolean; seconds: string } {
  console.log(`\n== ${step.name}`);
  const startMs = performance.now();
  const [command, ...args] = step.command;
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) console.error(error.message);
  return { name: step.name, ok: status === 0, seconds: ((performance.now() - startMs) / 1000).toFixed(1) };
}

const results = steps().map(run);
console.log('\n== summary');
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.padStart(6)} s  ${name}`);
process.exit(results.every((result) => result.ok) ? 0 : 1);
