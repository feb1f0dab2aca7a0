/**
 * The positions that an exchange has published so far, counted from its traffic; simple, and independent of the service's code.
 */

/** A wallet's last published position in a coin. */
export interface ToldPosition {
  coin: string;
  size: number;
  /** Times of the state or fill that published it, and of the last state; unix milliseconds. */
  timeMs: number;
  stateMs: number;
}

export interface ToldPositions {
  /** Adds a record of the traffic, in the form of `openLoopback`. */
  note(what: string): void;
  /** Open positions. */
  open(): ToldPosition[];
  /** Number of wallets with a published state or fill. */
  wallets(): number;
  /** Number of wallets in a public trade or a fill of a perp, and the time of the first public trade, unix milliseconds. */
  traders(): { count: number; firstMs: number };
}

interface Fill {
  coin: string;
  startPosition: string;
  sz: string;
  side: string;
  time: number;
}
interface State {
  time: number;
  assetPositions: { position: { coin: string; szi: string } }[];
}

const answerForm = /^answer (\{.*?\}) 200 undefined (.*)$/s;
const frameStart = 'say {"channel":"';
const isPerp = (coin: string) => !/^[@#]|\//.test(coin);
const dexOf = (coin: string) => (coin.includes(':') ? coin.split(':')[0]! : '');

export function createToldPositions(): ToldPositions {
  const byWallet = new Map<string, Map<string, ToldPosition>>();
  const traders = new Set<string>();
  let firstMs = Number.POSITIVE_INFINITY;

  function positionsOf(user: string): Map<string, ToldPosition> {
    const name = user.toLowerCase();
    const known = byWallet.get(name) ?? new Map<string, ToldPosition>();
    byWallet.set(name, known);
    return known;
  }

  function takeState(user: string, dex: string, { time, assetPositions }: State): void {
    const known = positionsOf(user);
    const shown = new Map(assetPositions.map(({ position }) => [position.coin, Number(position.szi)]));
    for (const coin of new Set([...shown.keys(), ...known.keys()])) {
      if (dexOf(coin) !== dex) continue;
      const before = known.get(coin);
      const isNewest = before === undefined || time >= before.timeMs;
      const reported = isNewest ? { size: shown.get(coin) ?? 0, timeMs: time } : before;
      known.set(coin, { ...reported, coin, stateMs: Math.max(time, before?.stateMs ?? 0) });
    }
  }

  function takeFills(user: string, fills: readonly Fill[]): void {
    const known = positionsOf(user);
    for (const { coin, startPosition, sz, side, time } of fills) {
      if (!isPerp(coin)) continue;
      traders.add(user.toLowerCase());
      const before = known.get(coin);
      if (before !== undefined && time <= before.timeMs) continue;
      const size = Number(startPosition) + (side === 'B' ? 1 : -1) * Number(sz);
      const isClosed = Math.abs(size) < 1e-9;
      known.set(coin, { coin, size: isClosed ? 0 : size, timeMs: time, stateMs: before?.stateMs ?? 0 });
    }
  }

  function takeFrame(text: string): void {
    const { channel, data } = JSON.parse(text) as { channel: string; data: unknown };
    if (channel === 'userFills') {
      const { user, fills } = data as { user: string; fills: Fill[] };
      takeFills(
        user,
        fills.toSorted((a, b) => a.time - b.time),
      );
    }
    if (channel !== 'trades') return;
    for (const { coin, time, users } of data as { coin: string; time: number; users: string[] }[]) {
      if (!isPerp(coin)) continue;
      firstMs = Math.min(firstMs, time);
      for (const user of users) traders.add(user.toLowerCase());
    }
  }

  return {
    note(what) {
      if (what.startsWith(`${frameStart}trades"`) || what.startsWith(`${frameStart}userFills"`)) {
        takeFrame(what.slice('say '.length));
        return;
      }
      const [, requested, answer] = answerForm.exec(what) ?? [];
      if (requested === undefined) return;
      const { type, user, dex = '' } = JSON.parse(requested) as { type: string; user?: string; dex?: string };
      if (type === 'clearinghouseState') takeState(user!, dex, JSON.parse(answer!) as State);
      if (type === 'userFillsByTime' || type === 'userFills') {
        takeFills(
          user!,
          (JSON.parse(answer!) as Fill[]).toSorted((a, b) => a.time - b.time),
        );
      }
    },
    open: () =>
      [...byWallet.values()].flatMap((known) => [...known.values()]).filter(({ size }) => size !== 0),
    wallets: () => byWallet.size,
    traders: () => ({ count: traders.size, firstMs }),
  };
}
