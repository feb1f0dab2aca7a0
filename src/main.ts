import { runCli } from './cli/program.ts';
import { version } from './version.ts';

// A reader that has seen enough (`| head`) is no failure; nothing more can be told it anyway.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 1));

const code = await runCli(process.argv.slice(2), {
  loadApp: () => import('./app.ts'),
  version,
  stdout: process.stdout,
  stderr: process.stderr,
});
// All is closed by now; what an engine's threads may still hold open shall not keep the process.
process.exit(code);
