import { createInvariants, type Invariants } from './invariants.ts';
import type { RecordBlock } from './record.ts';

/** The rules of the exchange after they have met every block. */
export function checked(
  blocks: readonly RecordBlock[],
  source: Parameters<typeof createInvariants>[0],
): Invariants {
  const invariants = createInvariants(source);
  for (const block of blocks) invariants.add(block);
  return invariants;
}
