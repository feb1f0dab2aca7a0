import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import type { ExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { createWalletIndex } from '../../src/domain/wallet-index.ts';
import type { OpenPositions } from '../../src/ingest/node/info/account-plan.ts';
import type { PositionColumns, PositionRow } from '../../src/positions/position-columns.ts';

/** All open positions of the exchange, as the service has them by fills. */
export function openPositions(
  record: ExchangeRecord,
): OpenPositions & { held: { wallet: string; coin: string }[] } {
  const wallets = createWalletIndex();
  const held = record.exchange.wallets.flatMap(({ address }, wallet) =>
    dexes.flatMap((_, dex) =>
      wireAccount(record.exchange.account(wallet, dex)).assetPositions.map(({ position }) => ({
        wallet: address,
        coin: position.coin,
        size: Number(position.szi),
      })),
    ),
  );
  const ofCoin = (coin: string) => {
    const own = held.filter((one) => one.coin === coin);
    return {
      count: own.length,
      wallet: Int32Array.from(own, ({ wallet }) => wallets.rowOfAddress(wallet)),
      size: Float64Array.from(own, ({ size }) => size),
      updatedMs: new Float64Array(own.length).fill(1),
      stateMs: new Float64Array(own.length),
    } as unknown as PositionColumns;
  };
  const positions: OpenPositions['positions'] = {
    coins: () => [...new Set(held.map(({ coin }) => coin))],
    ofCoin,
    built: () => true,
    ofWallet: (address) => held.filter(({ wallet }) => wallet === address) as unknown as PositionRow[],
    address: wallets.address,
  };
  return { positions, markOf: () => 1, held };
}
