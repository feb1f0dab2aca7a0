import { readRowBinary } from '../analytics/row-binary.ts';
import { orderChain } from '../domain/chain-order.ts';
import type { PositionFill } from '../domain/open-position.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';

/** Fills of one wallet and coin in execution order. */
export interface ChainRows {
  wallet: number;
  coin: string;
  fills: PositionFill[];
}

/** Reads rows that are ordered by wallet, coin and time (`position-queries.ts`), one chain at a time. */
export function* readChains(bytes: Uint8Array, wallets: WalletIndex): Generator<ChainRows> {
  const rows = readRowBinary(bytes);
  let chain: ChainRows | undefined;
  // Byte offset of the chain's wallet.
  let walletAt = 0;
  while (!rows.done) {
    const at = rows.wallet();
    const coin = rows.text();
    if (chain === undefined || coin !== chain.coin || !isSameWallet(bytes, walletAt, at)) {
      if (chain !== undefined) yield ordered(chain);
      chain = { wallet: wallets.rowOf(bytes, at), coin, fills: [] };
      walletAt = at;
    }
    chain.fills.push({
      timeMs: rows.int64(),
      isBuy: rows.uint8() === 1,
      px: rows.decimal64(),
      sz: rows.decimal128(),
      startPosition: rows.decimal128(),
      closedPnl: rows.decimal128(),
    });
  }
  if (chain !== undefined) yield ordered(chain);
}

function isSameWallet(bytes: Uint8Array, a: number, b: number): boolean {
  for (let i = 0; i < 20; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}

function ordered(chain: ChainRows): ChainRows {
  orderChain(chain.fills);
  return chain;
}
