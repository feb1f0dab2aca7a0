import { readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { miscOfAll } from '../../coverage/coverage-read.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';
import { minuteMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { unionOf, without } from '../../kernel/spans.ts';
import { readWallets } from './skill-queries.ts';

/** What was read of payments and transfers. */
export interface ReadTo {
  /** Of all wallets. */
  covered: HalfOpenSpan[];
  /** Of wallets that are read one by one: until when, unix milliseconds; 0 where there is a gap. By the wallet's number. */
  funding: ReadonlyMap<number, number>;
  ledger: ReadonlyMap<number, number>;
}

/** @throws AnalyticsError */
export async function readReadTo(
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>,
  wallets: WalletIndex,
): Promise<ReadTo> {
  const onLane = { lane: 'job' } as const;
  const rows = await store.rows(miscOfAll, {}, onLane);
  const spans = (of: string, lastingMs: number) =>
    rows
      .filter(({ kind }) => kind === of)
      .map(({ from_ms, to_ms }) => ({ fromMs: Number(from_ms), untilMs: Number(to_ms) + lastingMs }));
  const [funding, ledger] = [new Map<number, number>(), new Map<number, number>()];
  const bytes = readRowBinary(await store.bytes(readWallets, {}, onLane));
  while (!bytes.done) {
    const wallet = wallets.rowOf(bytes.bytes, bytes.wallet());
    funding.set(wallet, bytes.double());
    ledger.set(wallet, bytes.double());
  }
  return { covered: unionOf(without(spans('covered', minuteMs), spans('gap', 1))), funding, ledger };
}
