import { decimalText } from '../../packages/exchange-simulator/src/decimal.ts';
import { type RngState, type SeededRng, savedRng, seededRng } from '../../src/kernel/rng.ts';
import { walletAddress } from '../generate-fills.ts';
import { hexOf, zeroHash } from './crossing.ts';
import type { Trading } from './trading.ts';
import type { WorldSize } from './world.ts';

/** Saved state of the generator. */
export interface MiscState {
  rng: RngState;
  rates: number[];
  payments: number;
  updates: number;
}

/** Payments of an event: the real record's maximum line is unknown; here a line has some hundred kilobytes. */
export const paymentsPerEvent = 2_500;
/** 10^-10 an hour. */
const usualRate = 125_000;

/** Balance changes of a synthetic exchange without fills, as events of a node. */
export function createMisc({ holdings, coins, address, price }: Trading, size: WorldSize, saved?: MiscState) {
  const rng: SeededRng = saved === undefined ? seededRng(`misc ${size.seed}`) : savedRng(saved.rng);
  const rates = saved?.rates.slice() ?? coins.map(() => usualRate);
  const counts = { payments: saved?.payments ?? 0, updates: saved?.updates ?? 0 };

  /** Funding payments of an hour for every open position, in events of a block each. */
  function funding(time: string): string[] {
    for (const [coin, rate] of rates.entries()) {
      const next = rate + Math.round((usualRate - rate) * 0.1 + rng.normal() * 30_000);
      rates[coin] = Math.max(-2_000_000, Math.min(4_000_000, next));
    }
    const events: string[] = [];
    let deltas: string[] = [];
    const end = () => {
      if (deltas.length === 0) return;
      const inner = `{"Funding":{"deltas":[${deltas.join(',')}]}}`;
      events.push(`{"time":"${time}","hash":"${zeroHash}","inner":${inner}}`);
      deltas = [];
    };
    holdings.each((wallet, coin, size) => {
      const { name, szDecimals } = coins[coin]!;
      const received = Math.trunc((-size * price(coin) * rates[coin]!) / 1e10);
      counts.payments += 1;
      deltas.push(
        `{"user":"${address(wallet)}","coin":"${name}","funding_amount":"${decimalText(received, 6)}",` +
          `"szi":"${decimalText(size, szDecimals)}","funding_rate":"${decimalText(rates[coin]!, 10)}"}`,
      );
      if (deltas.length === paymentsPerEvent) end();
    });
    end();
    return events;
  }

  const anyAddress = () => address(rng.below(size.wallets));

  function delta(user: string): { users: string[]; delta: object } {
    const usdc = decimalText(Math.round(Math.exp(rng.normal() * 2 + 7) * 1e6), 6);
    const destination = anyAddress();
    const vault = walletAddress(0x50000000 + rng.below(200));
    const ends = { user, destination };
    const kind = rng.unit();
    const of = (delta: object, ...others: string[]) => ({ users: [...new Set([user, ...others])], delta });
    if (kind < 0.35) return of({ type: 'deposit', usdc });
    if (kind < 0.58)
      return of({ type: 'withdraw', usdc, nonce: 1_700_000_000_000 + rng.below(1e9), fee: '1.0' });
    if (kind < 0.78) return of({ type: 'accountClassTransfer', usdc, toPerp: rng.unit() < 0.5 });
    if (kind < 0.86) return of({ type: 'internalTransfer', usdc, ...ends, fee: '1.0' }, destination);
    if (kind < 0.92) {
      const token = { token: 'USDC', amount: usdc, usdcValue: usdc, ...ends, fee: '0.0' };
      return of(
        { type: 'spotTransfer', ...token, nativeTokenFee: '0.0', nonce: 1_700_000_000_000, feeToken: '' },
        destination,
      );
    }
    if (kind < 0.95) return of({ type: 'vaultDeposit', vault, usdc }, vault);
    if (kind < 0.98) return of({ type: 'cStakingTransfer', token: 'HYPE', amount: usdc, isDeposit: true });
    return of({ type: 'rewardsClaim', amount: usdc, token: 'USDC' });
  }

  return {
    counts,
    funding,
    /** A deposit, a transfer, or another update. @param time as in the event */
    update(time: string): string {
      const user = anyAddress();
      counts.updates += 1;
      return `{"time":"${time}","hash":"${hexOf(rng, 8)}","inner":${JSON.stringify({ LedgerUpdate: delta(user) })}}`;
    },
    save: (): MiscState => ({ rng: rng.save(), rates: rates.slice(), ...counts }),
  };
}
