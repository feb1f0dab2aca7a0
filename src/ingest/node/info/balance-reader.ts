import { BoundedMap } from '../../../kernel/bounded-map.ts';
import { hourMs, minuteMs, monotonicMs } from '../../../kernel/clock.ts';
import type { SpotState } from '../../../wire/account-balances.ts';
import type { InfoType } from '../../../wire/info-request.ts';
import { spotRows, vaultRows } from '../../facts/balance-rows.ts';
import { balances } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import type { InfoServer } from './info-server.ts';

export interface BalanceReaderOptions {
  server: Pick<InfoServer, 'ask'>;
  facts: Pick<FactWriter, 'write'>;
  /** Called after a wallet's tokens are stored. @param requestedMs monotonic */
  onSpot?: ((wallet: string, state: SpotState, requestedMs: number) => void) | undefined;
  signal: AbortSignal;
}

/** Reads tokens and vaults of wallets whose account states a node answers. */
export interface BalanceReader {
  /**
   * Reads and stores stale balances. Never throws: after a failure, the wallet's next state triggers a retry.
   *
   * @param stateMs time of the state just stored, Unix milliseconds: these answers have no time, and a node that is catching up answers
   *   from the past
   */
  read(wallet: string, stateMs: number): Promise<void>;
}

/** Intervals per wallet. A node has no request types for account modes and staking. */
const spotEveryMs = 10 * minuteMs;
const vaultsEveryMs = 6 * hourMs;
/** Maximum wallets tracked; an evicted wallet is read sooner. */
const walletsLimit = 500_000;
/** Pause after the node refuses a type; another node version may have it. */
const refusedForMs = 10 * minuteMs;

export function createBalanceReader({ server, facts, onSpot, signal }: BalanceReaderOptions): BalanceReader {
  /** Time of the last request per wallet, monotonic. */
  const requestedMs = {
    spotClearinghouseState: new BoundedMap<string, number>(walletsLimit),
    userVaultEquities: new BoundedMap<string, number>(walletsLimit),
  };
  const refusedUntilMs = new Map<InfoType, number>();

  function isDue(type: keyof typeof requestedMs, wallet: string, everyMs: number): boolean {
    const nowMs = monotonicMs();
    if (nowMs < (refusedUntilMs.get(type) ?? 0)) return false;
    return nowMs - (requestedMs[type].get(wallet) ?? Number.NEGATIVE_INFINITY) >= everyMs;
  }

  async function attempt(
    type: keyof typeof requestedMs,
    wallet: string,
    reading: () => Promise<void>,
  ): Promise<void> {
    requestedMs[type].set(wallet, monotonicMs());
    try {
      await reading();
    } catch (error) {
      if (!(error instanceof InfoError)) return;
      // The server has recorded the reason.
      if (error.failure === 'refused') refusedUntilMs.set(type, monotonicMs() + refusedForMs);
      else requestedMs[type].delete(wallet);
    }
  }

  return {
    async read(wallet, time) {
      const owner = { wallet, time };
      if (isDue('spotClearinghouseState', wallet, spotEveryMs)) {
        await attempt('spotClearinghouseState', wallet, async () => {
          const beganMs = monotonicMs();
          const { data } = await server.ask({ type: 'spotClearinghouseState', user: wallet }, { signal });
          await facts.write(balances, spotRows(owner, data));
          onSpot?.(wallet, data, beganMs);
        });
      }
      if (isDue('userVaultEquities', wallet, vaultsEveryMs)) {
        await attempt('userVaultEquities', wallet, async () => {
          const { data, rejected } = await server.ask(
            { type: 'userVaultEquities', user: wallet },
            { signal },
          );
          await facts.write(balances, vaultRows(owner, data, rejected.length > 0));
        });
      }
    },
  };
}
