import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compressFrameSync } from 'lz4-napi';
import { hourMs } from '../../../../src/kernel/clock.ts';
import { replaceFile } from '../../../../src/kernel/whole-file.ts';
import type { Wallet } from '../population.ts';
import type { NodeBlock, NodeKind } from './node-block.ts';
import { linesOf } from './node-lines.ts';
import { pathOf, simulatedFile } from './node-paths.ts';

/** The exchange's archive: every block, by hours that are over, compressed with LZ4 (docs/exchange.md#archives). */
export interface NodeArchive {
  /** Blocks in order; an hour's file appears with the first block of the next hour. */
  write(block: NodeBlock): void;
  /** Archived up to this time, unix milliseconds. */
  readonly untilMs: number;
}

/** @param options.fromHour first hour to archive, since 1970 */
export function createNodeArchive(options: {
  dir: string;
  kinds: readonly NodeKind[];
  wallets: readonly Wallet[];
  fromHour?: number;
}): NodeArchive {
  const { dir, kinds, wallets, fromHour = 0 } = options;
  let hour = -1;
  let texts = kinds.map((): string[] => []);
  let untilMs = 0;

  function complete(): void {
    for (const [index, kind] of kinds.entries()) {
      const path = join(dir, `${pathOf({ kind, hour })}.lz4`);
      mkdirSync(dirname(path), { recursive: true });
      replaceFile(path, compressFrameSync(Buffer.from(texts[index]!.join(''), 'latin1')), simulatedFile);
    }
    untilMs = (hour + 1) * hourMs;
  }

  return {
    get untilMs() {
      return untilMs;
    },
    write(block) {
      const next = Math.floor(block.writtenMs / hourMs);
      if (next !== hour) {
        if (hour >= fromHour) complete();
        hour = next;
        texts = kinds.map(() => []);
      }
      if (hour < fromHour) return;
      for (const [index, kind] of kinds.entries()) {
        texts[index]!.push(...linesOf(kind, block, { wallets, writtenMs: block.writtenMs, lines: 1 }));
      }
    },
  };
}
