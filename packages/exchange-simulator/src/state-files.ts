import { join } from 'node:path';
import { type AccountPrices, accountValue, valueDecimals } from '../../../src/domain/account-value.ts';
import { rfc3339 } from '../../../src/kernel/clock.ts';
import { scaledText } from '../../../src/kernel/scaled.ts';
import { type SavedAnswer, savedStateColumns } from '../../../src/wire/saved-state.ts';
import { type CsvFiles, createCsvFiles } from './csv-files.ts';
import { decimalText } from './decimal.ts';
import { dexes } from './market.ts';
import { wireAccount, wireBalances, wireStaking, wireVaultEquities } from './payloads/account.ts';
import type { ExchangeQueries } from './queries.ts';

/** Writes accounts as CSV: the API's answers about each, and its value (docs/exchange.md#saved-account-states). */
export interface StateFiles extends Pick<CsvFiles, 'files' | 'bytes' | 'close'> {
  /** Writes the current value of every account. @param timeMs start of the hour */
  worth(timeMs: number): void;
  /** Writes the API's current answers about every account. @param timeMs unix milliseconds */
  answers(timeMs: number): void;
}

const unlent = { tokenToState: [] };

/** @param dir made with the first row that is written */
export function createStateFiles(dir: string, exchange: ExchangeQueries): StateFiles {
  const file = createCsvFiles(join(dir, 'account_states'), savedStateColumns);

  function write(timeMs: number, answersOf: (wallet: number) => Iterable<SavedAnswer>): void {
    const rows: string[] = [];
    for (const [wallet, { address }] of exchange.wallets.entries()) {
      if (!hasTraded(wallet)) continue;
      for (const { type, dex = '', answer } of answersOf(wallet))
        rows.push(`${rfc3339(timeMs)},${address},${type},${dex},${quoted(JSON.stringify(answer))}`);
    }
    file.write(timeMs, rows);
  }
  /** The others have no account yet. */
  function hasTraded(wallet: number): boolean {
    return exchange.account(wallet, 0).marginSummary.accountValue !== 0 || exchange.truth(wallet).fills > 0;
  }

  return {
    get files() {
      return file.files;
    },
    get bytes() {
      return file.bytes;
    },
    close: file.close,
    worth(timeMs) {
      const prices = pricesOf(exchange);
      const vaults = vaultsOf(exchange);
      write(timeMs, (wallet) => [worthOf(exchange, wallet, { prices, vaults: vaults.get(wallet) ?? [] })]);
    },
    answers: (timeMs) => write(timeMs, (wallet) => answersOf(exchange, wallet)),
  };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

function answersOf(exchange: ExchangeQueries, wallet: number): SavedAnswer[] {
  const isPooled = exchange.isPooled(wallet);
  return [
    { type: 'userAbstraction', answer: isPooled ? 'unifiedAccount' : 'default' },
    ...accountsOf(exchange, wallet).map(({ dex, account }) => ({
      type: 'clearinghouseState' as const,
      dex,
      answer: wireAccount(account, isPooled),
    })),
    { type: 'spotClearinghouseState', answer: wireBalances(exchange, wallet) },
    { type: 'userVaultEquities', answer: wireVaultEquities(exchange, wallet) },
    { type: 'delegatorSummary', answer: wireStaking(exchange.staked(wallet)) },
    { type: 'borrowLendUserState', answer: unlent },
  ];
}

/** Dexes on which a wallet has something, and the native one. */
function accountsOf(exchange: ExchangeQueries, wallet: number) {
  return dexes.flatMap(({ name, collateral }, dex) => {
    const account = exchange.account(wallet, dex);
    const isEmpty = account.positions.length === 0 && account.marginSummary.accountValue === 0;
    return dex > 0 && isEmpty ? [] : [{ dex: name, collateral, account }];
  });
}

/** Vaults by their leader. */
function vaultsOf({ wallets }: ExchangeQueries): Map<number, number[]> {
  const led = [...wallets.entries()].filter(
    ([, { character, owner }]) => character === 'vault' && owner >= 0,
  );
  const byLeader = Map.groupBy(led, ([, { owner }]) => owner);
  return new Map([...byLeader].map(([owner, vaults]) => [owner, vaults.map(([vault]) => vault)]));
}

/** Value by the service's rules, from the exchange's own books: no simulated wallet lends, or has tokens in transit. */
function worthOf(
  exchange: ExchangeQueries,
  wallet: number,
  { prices, vaults }: { prices: AccountPrices; vaults: readonly number[] },
): SavedAnswer {
  const atMs = exchange.timeMs;
  const isPooled = exchange.isPooled(wallet);
  const held = (amounts: { asset: string; amount: string }[]) => ({ held: amounts, atMs });
  const value = accountValue(
    {
      mode: isPooled ? 'unifiedAccount' : 'default',
      dexes: accountsOf(exchange, wallet).map(({ dex, collateral, account }) => ({
        dex,
        collateral,
        atMs,
        open: account.positions.length,
        totalRawUsd: null,
        totalNtlPos: null,
        accountValue: decimalText(isPooled ? 0 : account.marginSummary.accountValue, 6),
      })),
      spot: held(
        wireBalances(exchange, wallet).balances.map(({ coin, total }) => ({ asset: coin, amount: total })),
      ),
      vaults: held(
        vaults.map((vault) => ({
          asset: exchange.wallets[vault]!.address,
          amount: decimalText(exchange.vaultEquity(vault), 6),
        })),
      ),
      staked: held([{ asset: 'delegated', amount: wireStaking(exchange.staked(wallet)).delegated }]),
      lent: held([]),
      escrow: held([]),
    },
    prices,
  );
  const text = (amount: bigint | null) => (amount === null ? null : scaledText(amount, valueDecimals, 12));
  return {
    type: 'accountValue',
    answer: {
      isPooled: value.isPooled,
      perps: value.perps.map(({ dex, value: worth }) => ({ dex, value: text(worth) })),
      spot: text(value.spot.value),
      vaults: text(value.vaults.value),
      staked: text(value.staked.value),
      lent: '0',
      escrow: '0',
      total: text(value.total),
      known: text(value.known),
    },
  };
}

/** Marks of spot and of outcomes as they are now. */
function pricesOf(exchange: ExchangeQueries): AccountPrices {
  const marks = new Map<string, string>();
  const pairs = new Map<string, { coin: string; quote: string }>();
  for (const market of exchange.markets) {
    const { coin, kind, base, quote, pxDecimals } = market;
    if (kind === 'perp') continue;
    marks.set(coin, decimalText(exchange.context(market).markPx, pxDecimals));
    pairs.set(kind === 'spot' ? base : coin.replace('#', '+'), { coin, quote });
  }
  return { markOf: (coin) => marks.get(coin), pairOf: (token) => pairs.get(token) };
}
