import { readRowBinary } from '../analytics/row-binary.ts';
import { orderChain } from '../domain/chain-order.ts';
import { chainRulesOf } from '../domain/chain-rules.ts';
import { createChainFold, type FillShare, type LifecycleFill } from '../domain/lifecycle.ts';
import { lifecycleIds } from '../domain/lifecycle-id.ts';
import { readFill } from './fill-moments.ts';

/** A fill with its share in one lifecycle. Amounts as in {@link LifecycleFill}. */
export interface SharedFill {
  fill: LifecycleFill;
  /** `0x` and 64 hex digits. */
  hash: string;
  share: FillShare;
}

/**
 * The fills of one lifecycle in the order of execution.
 *
 * @param bytes the chain's fills (`fillColumns`, then the hash) from the lifecycle's opening to its newest fill, by time and seq
 */
export function sharesOf(
  bytes: Uint8Array,
  { id, wallet, coin }: { id: number; wallet: string; coin: string },
): SharedFill[] {
  const rows = readRowBinary(bytes);
  const fills: (LifecycleFill & { hash: string })[] = [];
  while (!rows.done) {
    rows.wallet();
    rows.text();
    const fill = readFill(rows);
    const hash = `0x${Buffer.from(bytes.subarray(rows.at, rows.at + 32)).toString('hex')}`;
    rows.at += 32;
    fills.push({ ...fill, hash });
  }
  orderChain(fills);
  const shared: SharedFill[] = [];
  const fold = createChainFold({
    rules: chainRulesOf(coin),
    idOf: lifecycleIds(wallet, coin),
    onClosed: () => undefined,
    onShare(lifecycle, fill, share) {
      if (lifecycle.id === id) shared.push({ fill, hash: (fill as (typeof fills)[number]).hash, share });
    },
  });
  for (const fill of fills) fold.add(fill);
  return shared;
}
