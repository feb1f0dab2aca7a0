import { dexOf } from '../../../domain/coin-name.ts';
import { BoundedMap } from '../../../kernel/bounded-map.ts';
import { type Clock, hourMs, minuteMs, monotonicMs } from '../../../kernel/clock.ts';
import { pause } from '../../../kernel/pause.ts';
import type { SpotState } from '../../../wire/account-balances.ts';
import type { AccountState } from '../../../wire/clearinghouse-state.ts';
import type { InfoType } from '../../../wire/info-request.ts';
import { spotRows, vaultRows } from '../../facts/balance-rows.ts';
import { accounts as accountsTable, balances, positions as positionsTable } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { type StateOwner, stateRows } from '../../facts/position-rows.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import type { Unusable } from '../../sources/hyperliquid/unusable.ts';
import {
  type AccountCounts,
  type AccountPace,
  createAccountPlan,
  type OpenPositions,
  type PlannedAccount,
} from './account-plan.ts';
import { type InfoServer, infoConcurrency } from './info-server.ts';

interface BalanceReaderOptions {
  server: Pick<InfoServer, 'ask'>;
  facts: Pick<FactWriter, 'write'>;
  /** Called after a wallet's tokens are stored. @param requestedMs monotonic */
  onSpot?: ((wallet: string, state: SpotState, requestedMs: number) => void) | undefined;
  signal: AbortSignal;
}

/** Reads tokens and vaults of wallets whose account states a node answers. */
interface BalanceReader {
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

function createBalanceReader({ server, facts, onSpot, signal }: BalanceReaderOptions): BalanceReader {
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

/** Progress of reading the accounts of wallets with open positions, as plain data. */
export interface AccountsState extends AccountCounts {
  /** Whether every open account had been read at some time since the start. */
  wasWhole: boolean;
  states: number;
  /** Answers that cannot be states of the requested account; they are in quarantine. */
  refusedStates: number;
  /** Whether the last answer was refused. */
  isRefusing: boolean;
  /** Newest time of a stored state (node's clock), and when that state was stored; 0 before the first. Unix milliseconds. */
  newestMs: number;
  storedMs: number;
}

export interface AccountReaderOptions {
  server: Pick<InfoServer, 'ask' | 'restMs' | 'isServing'>;
  facts: Pick<FactWriter, 'write'>;
  keep(found: readonly Unusable[]): Promise<void>;
  /** Undefined until open positions are known. */
  open(): OpenPositions | undefined;
  /** Called after a state is stored. @param requestedMs monotonic */
  onState?(owner: StateOwner, state: AccountState, requestedMs: number): void;
  /** Called after a wallet's tokens are stored. @param requestedMs monotonic */
  onSpot?(wallet: string, state: SpotState, requestedMs: number): void;
  clock: Clock;
  signal: AbortSignal;
  pace?: AccountPace;
  sweepMs?: number;
}

export interface AccountReader {
  state(): AccountsState;
  /** Resolves once the signal has aborted and no request is under way. */
  ended: Promise<void>;
}

/** Maximum share of time that a sweep takes. */
const sweepShare = 0.05;
/** Pause when no account is due. */
const idleMs = 100;
/** Maximum states waiting for storage: a batch takes half a second. */
const storingLimit = 2_000;
/** Tolerated clock skew between the node and this machine. */
const aheadLimitMs = minuteMs;

/** Reads the account states of all wallets with open positions continuously, as fast as the server's limits allow. */
export function startAccountReader(options: AccountReaderOptions): AccountReader {
  const { server, facts, keep, open, onState, onSpot, clock, signal, pace, sweepMs = 2_000 } = options;
  const plan = createAccountPlan(pace);
  const balances = createBalanceReader({ server, facts, signal, onSpot });
  const asking = new Set<Promise<void>>();
  const storing = new Set<Promise<void>>();
  const done = { states: 0, refusedStates: 0, isRefusing: false, newestMs: 0, storedMs: 0 };
  let sweptMs = Number.NEGATIVE_INFINITY;
  let tookMs = 0;
  let wasWhole = false;

  async function store(
    account: PlannedAccount,
    owner: StateOwner,
    known: OpenPositions,
    state: AccountState,
    params: RequestTime,
  ) {
    const fault = stateFault(owner, state, clock.nowMs());
    if (fault !== undefined) {
      done.refusedStates += 1;
      done.isRefusing = true;
      plan.ended(account, params.clockMs, undefined);
      const text = JSON.stringify(state);
      await keep([{ feed: 'clearinghouseState', subject: owner.wallet, part: 'whole', reason: fault, text }]);
      return;
    }
    const held = known.positions.ofWallet(owner.wallet).map(({ coin }) => coin);
    const rows = stateRows(
      owner,
      state,
      held.filter((coin) => dexOf(coin) === owner.dex),
    );
    let isStored = false;
    try {
      await Promise.all([
        facts.write(positionsTable, rows.positions),
        facts.write(accountsTable, [rows.account]),
      ]);
      isStored = true;
    } finally {
      plan.ended(account, params.clockMs, isStored ? state.time : undefined);
    }
    done.states += 1;
    done.isRefusing = false;
    done.newestMs = Math.max(done.newestMs, state.time);
    done.storedMs = clock.nowMs();
    onState?.(owner, state, params.monotonicMs);
    // Positions have priority: a wallet's other balances are read only once every account was read.
    if (wasWhole) await balances.read(owner.wallet, state.time);
  }

  async function read(account: PlannedAccount, known: OpenPositions): Promise<void> {
    const { dex } = account;
    const owner = { wallet: known.positions.address(account.wallet), dex };
    const params = { clockMs: clock.nowMs(), monotonicMs: monotonicMs() };
    try {
      const request = { type: 'clearinghouseState', user: owner.wallet, ...(dex !== '' && { dex }) } as const;
      const { data } = await server.ask(request, { signal });
      // The next account does not wait for the store; the writer logs a failed store, and the account is read again.
      const stored = store(account, owner, known, data, params).catch(() => undefined);
      storing.add(stored);
      stored.finally(() => storing.delete(stored));
    } catch {
      // The server has recorded the reason.
      plan.ended(account, params.clockMs, undefined);
    }
  }

  async function sweep(known: OpenPositions): Promise<void> {
    const beganMs = monotonicMs();
    await plan.sweep(known, clock.nowMs());
    sweptMs = monotonicMs();
    tookMs = sweptMs - beganMs;
    const { accounts, unread } = plan.counts();
    wasWhole ||= accounts > 0 && unread === 0;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const known = open();
      if (known?.positions.built() !== true) {
        await pause(idleMs, signal);
        continue;
      }
      if (monotonicMs() - sweptMs >= Math.max(sweepMs, tookMs / sweepShare)) await sweep(known);
      // While the server is unavailable, one request at a time probes it.
      const width = server.isServing() ? infoConcurrency : 1;
      while (server.restMs() === 0 && asking.size < width && storing.size < storingLimit) {
        const account = plan.next();
        if (account === undefined) break;
        const reading = read(account, known).finally(() => asking.delete(reading));
        asking.add(reading);
      }
      const rest = new AbortController();
      await Promise.race([...asking, pause(idleMs, AbortSignal.any([signal, rest.signal]))]);
      rest.abort();
    }
    await Promise.all([...asking, ...storing]);
  }

  return {
    state: () => ({ ...plan.counts(), wasWhole, ...done }),
    ended: run(),
  };
}

interface RequestTime {
  clockMs: number;
  monotonicMs: number;
}

/** Why an answer cannot be a state of the requested account; undefined if it may be. */
function stateFault(
  { dex }: StateOwner,
  { time, assetPositions }: AccountState,
  nowMs: number,
): string | undefined {
  // A future timestamp would stay "newest" until the clock passes it.
  if (time - nowMs > aheadLimitMs) {
    return `its time is ${Math.round((time - nowMs) / 1_000)} s ahead of this machine's clock`;
  }
  // A server that does not know the parameter answers with the first dex.
  const other = assetPositions.find(({ position }) => dexOf(position.coin) !== dex);
  return other && `it has a position in ${other.position.coin}, which is not of the dex "${dex}"`;
}
