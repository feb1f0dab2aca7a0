/** The events that clients have to have: those of the node's files, which the service did not write. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Equal for the same event, in whatever feed it comes. */
export type EventKey = string;

interface Fill {
  time: number;
  coin: string;
  tid: number;
  px: string;
  sz: string;
  side: 'A' | 'B';
}

export interface TruthEvent extends Fill {
  wallet: string;
  key: EventKey;
}

/** A subscription with its rule, which does not share code with the service. */
export interface SoakFilter {
  /** In the WebSocket's form. */
  subscription: Readonly<Record<string, unknown>>;
  passes(event: TruthEvent): boolean;
}

export const keyOf = (wallet: string, { time, coin, tid, px, sz }: Fill): EventKey =>
  [time, coin, tid, wallet, px, sz].join(' ');

/** An element of a message: `[wallet, fill]`, or an event with its wallet. */
export function elementKey(element: unknown): EventKey {
  if (Array.isArray(element)) return keyOf(element[0] as string, element[1] as Fill);
  const event = element as Fill & { wallet: string };
  return keyOf(event.wallet, event);
}

/** @param hourly directory of a node's blocks */
export function readTruth(hourly: string): TruthEvent[] {
  const hours = readdirSync(hourly)
    .sort()
    .flatMap((day) =>
      readdirSync(join(hourly, day))
        .sort((a, b) => Number(a) - Number(b))
        .map((hour) => join(hourly, day, hour)),
    );
  return hours.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) =>
        (JSON.parse(line) as { events: [string, Fill][] }).events.map(([wallet, fill]) => ({
          ...fill,
          wallet,
          key: keyOf(wallet, fill),
        })),
      ),
  );
}

const isPerp = ({ coin }: Fill) => !/^[@#+]|\//.test(coin);

/** Filters of every form. @param events source of the coins and wallets @param listName a list of the account with the first wallets */
export function soakFilters(
  events: readonly TruthEvent[],
  list: { name: string; wallets: readonly string[] },
): SoakFilter[] {
  const coins = mostOf(events.map(({ coin }) => coin));
  const wallets = mostOf(events.map(({ wallet }) => wallet));
  const isOf = (some: readonly string[]) => {
    const set = new Set(some);
    return (one: string) => set.has(one);
  };
  const ofCoin = coins.slice(0, 6).map((coin) => ({
    subscription: { type: 'tradesByCoin', coin },
    passes: (event: TruthEvent) => event.coin === coin,
  }));
  const ofWallet = wallets.slice(0, 8).map((user) => ({
    subscription: { type: 'tradesByUser', user },
    passes: (event: TruthEvent) => event.wallet === user,
  }));
  const [some, many] = [wallets.slice(5, 15), wallets.slice(20, 120)];
  const [isOfSome, isOfMany, isListed, isOfCoins] = [some, many, list.wallets, coins.slice(0, 3)].map(
    isOf,
  ) as [...Array<(one: string) => boolean>] as [
    (one: string) => boolean,
    (one: string) => boolean,
    (one: string) => boolean,
    (one: string) => boolean,
  ];
  return [
    { subscription: { type: 'trades' }, passes: () => true },
    ...ofCoin,
    ...ofWallet,
    { subscription: { type: 'tradesByUsers', users: some }, passes: ({ wallet }) => isOfSome(wallet) },
    { subscription: { type: 'trades', wallets: many }, passes: ({ wallet }) => isOfMany(wallet) },
    { subscription: { type: 'trades', side: 'buy' }, passes: ({ side }) => side === 'B' },
    { subscription: { type: 'trades', list: list.name }, passes: ({ wallet }) => isListed(wallet) },
    {
      subscription: { type: 'trades', coins: coins.slice(0, 3), side: 'sell' },
      passes: ({ coin, side }) => isOfCoins(coin) && side === 'A',
    },
    { subscription: { type: 'lifecycles' }, passes: isPerp },
    {
      subscription: { type: 'lifecycles', coins: [coins[0]!] },
      passes: (event) => isPerp(event) && event.coin === coins[0],
    },
  ];
}

/** Most frequent first. */
export function mostOf(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}
