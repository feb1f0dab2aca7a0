import { readRowBinary } from '../../analytics/row-binary.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';

/** Rows of one day: one per wallet, or one per wallet and kind of market. Immutable. */
export interface DayBlock<N extends string = string> {
  readonly count: number;
  /** Wallet numbers of the registry. */
  readonly wallet: Uint32Array;
  /** Indexes into {@link DayTable.kinds}; empty if the table has no kinds. */
  readonly kind: Uint8Array;
  readonly columns: Readonly<Record<N, Float64Array>>;
}

/** Blocks of days, each replaced as a whole. */
export interface DayTable<N extends string = string> {
  block(day: number): DayBlock<N> | undefined;
  /** Kinds of markets met so far, by number. */
  readonly kinds: readonly string[];
  readonly rows: number;
}

interface Draft {
  count: number;
  wallet: Uint32Array;
  kind: Uint8Array;
  columns: Float64Array[];
}

/** @param names the names of the doubles after the day, in order */
export function createDayTable<const N extends string>(
  names: readonly N[],
  { hasKinds = false, wallets }: { hasKinds?: boolean; wallets: WalletIndex },
) {
  const blocks = new Map<number, DayBlock<N>>();
  const kinds: string[] = [];

  function kindOf(name: string): number {
    const known = kinds.indexOf(name);
    // Dexes are few: those beyond a byte share the last number.
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
    /** Collects the rows of a reading; {@link end} replaces the blocks of its days. */
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
    keepFrom(first: number): void {
      for (const day of blocks.keys()) if (day < first) blocks.delete(day);
    },
  };
}
