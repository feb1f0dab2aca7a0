import { readRowBinary } from '../../analytics/row-binary.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';

/** What one day has of wallets, a row each, or one of each kind of market. It never changes. */
export interface DayBlock<N extends string = string> {
  readonly count: number;
  /** Numbers in the registry of wallets. */
  readonly wallet: Uint32Array;
  /** Places in {@link DayTable.kinds}; empty where there are none. */
  readonly kind: Uint8Array;
  readonly columns: Readonly<Record<N, Float64Array>>;
}

/** Blocks of days, each replaced as a whole. */
export interface DayTable<N extends string = string> {
  block(day: number): DayBlock<N> | undefined;
  /** The kinds of markets that were met, in the order of their numbers. */
  readonly kinds: readonly string[];
  readonly rows: number;
}

interface Draft {
  count: number;
  wallet: Uint32Array;
  kind: Uint8Array;
  columns: Float64Array[];
}

/** @param names of the doubles behind the day, in their order */
export function createDayTable<const N extends string>(
  names: readonly N[],
  { hasKinds = false, wallets }: { hasKinds?: boolean; wallets: WalletIndex },
) {
  const blocks = new Map<number, DayBlock<N>>();
  const kinds: string[] = [];

  function kindOf(name: string): number {
    const known = kinds.indexOf(name);
    // Dexes are few; what is beyond a byte stands together.
    return Math.min(known >= 0 ? known : kinds.push(name) - 1, 255);
  }

  function newDraft(size: number): Draft {
    return {
      count: 0,
      wallet: new Uint32Array(size),
      kind: new Uint8Array(hasKinds ? size : 0),
      columns: names.map(() => new Float64Array(size)),
    };
  }

  function grown(draft: Draft): Draft {
    const larger = newDraft(draft.count * 2);
    larger.count = draft.count;
    larger.wallet.set(draft.wallet);
    larger.kind.set(draft.kind);
    for (const [i, column] of draft.columns.entries()) larger.columns[i]!.set(column);
    return larger;
  }

  function blockOf({ count, wallet, kind, columns }: Draft): DayBlock<N> {
    const cut = Object.fromEntries(names.map((name, i) => [name, columns[i]!.slice(0, count)]));
    return {
      count,
      wallet: wallet.slice(0, count),
      kind: kind.slice(0, hasKinds ? count : 0),
      columns: cut as Record<N, Float64Array>,
    };
  }

  return {
    kinds,
    get rows() {
      return [...blocks.values()].reduce((sum, { count }) => sum + count, 0);
    },
    block: (day: number) => blocks.get(day),
    /** Takes the rows of a reading; {@link end} puts them in the place of those of their days. */
    begin(first: number, last: number) {
      const drafts = new Map<number, Draft>();
      return {
        add(bytes: Uint8Array): void {
          const rows = readRowBinary(bytes);
          while (!rows.done) {
            const wallet = wallets.rowOf(rows.bytes, rows.wallet());
            const day = rows.double();
            let draft = drafts.get(day) ?? newDraft(256);
            if (draft.count === draft.wallet.length) draft = grown(draft);
            drafts.set(day, draft);
            const at = draft.count++;
            draft.wallet[at] = wallet;
            for (const column of draft.columns) column[at] = rows.double();
            if (hasKinds) draft.kind[at] = kindOf(rows.text());
          }
        },
        end(): void {
          for (let day = first; day <= last; day++) {
            const draft = drafts.get(day);
            if (draft === undefined) blocks.delete(day);
            else blocks.set(day, blockOf(draft));
          }
        },
      };
    },
    /** Drops what is older. */
    keepFrom(first: number): void {
      for (const day of blocks.keys()) if (day < first) blocks.delete(day);
    },
  };
}
