import type { FactWriter } from '../src/ingest/facts/fact-writer.ts';
import {
  createWalletDirectory,
  type WalletDirectory,
  type WalletDirectoryOptions,
} from '../src/ingest/live/wallets/directory.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';

/** A directory of tracked wallets alone: its cursors go nowhere, and no process reads its wallets. */
export function openDirectory(options: Partial<WalletDirectoryOptions> = {}): WalletDirectory {
  return createWalletDirectory({
    facts: { write: async () => undefined } as unknown as FactWriter,
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    trackedLimit: 100,
    expectedLimit: 100_000,
    completeToMs: 0,
    settleMs: 0,
    fillsElsewhere: false,
    onTrack: () => undefined,
    onDismiss: () => undefined,
    ...options,
  });
}
