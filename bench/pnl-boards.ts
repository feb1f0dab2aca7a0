import { runScript } from './child.ts';
import type { PnlBoardsRun } from './pnl-boards-run.ts';
import type { Results } from './results.ts';

const part = 'pnl-boards';

/** Boards of skill over a million wallets and 90 days: cost of a new span, and memory. */
export async function benchPnlBoards(results: Results, _workDir: string, quick: boolean): Promise<object> {
  const wallets = quick ? 10_000 : 1_000_000;
  const run = await runScript<PnlBoardsRun>('pnl-boards-run.ts', { wallets, rounds: quick ? 1 : 5 });
  for (const [span, ms] of Object.entries(run.coldMs)) {
    const name = `all boards of ${span}, first asked for`;
    results.hold(part, name, 'ms', results.measure(part, name, 'ms', ms), '<', 300);
  }
  const again = 'a board that was ranked';
  results.hold(part, again, 'ms', results.measure(part, again, 'ms', run.heldMs), '<', 100);
  results.measure(part, 'longest wait of other requests', 'ms', [run.lateMs]);
  results.measure(part, 'memory a wallet', 'bytes', [run.bytesPerWallet]);
  return run;
}
