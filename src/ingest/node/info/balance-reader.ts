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
  /** A wallet's tokens were stored. @param askedMs monotonic */
  onSpot?: ((wallet: string, state: SpotState, requestedMs: number) => void) | undefined;
  signal: AbortSignal;
}

/** Tokens and vaults of wallets whose account states a node answers. */
export interface BalanceReader {
  /**
   * Reads and stores what is out of date. Never fails: where the node does not answer, the wallet's next state is soon enough.
   *
   * @param stateMs of the state that was just stored, unix milliseconds: these answers have no time, and a node that catches up
   *   answers from the past
   */
  read(wallet: string, stateMs: number): Promise<void>;
}

/** Of one wallet. Its modes and what it has staked are not among a node's types. */
const spotEveryMs = 10 * minuteMs;
const vaultsEveryMs = 6 * hourMs;
/** Wallets that are remembered; one that is not is read sooner. */
const walletsLimit = 500_000;
/** A type that the node refuses is left alone: another version may have it. */
const refusedForMs = 10 * minuteMs;

export function createBalanceReader({ server, facts, onSpot, signal }: BalanceReaderOptions): BalanceReader {
  /** When each wallet's were asked for, monotonic. */
  const requestedMs = {
    spotClearinghouseState: new BoundedMap<string, number>(walletsLimit),
    userVaultEquities: new BoundedMap<string, number>(walletsLimit),
  };
  const refusedUntilMs = new Map<InfoType, number>();

  /** @returns whether it is to be asked for now */
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
      // The server has noted why.
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
