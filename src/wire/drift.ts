/** Names are upstream text: these bounds keep a hostile answer from filling memory. */
const namesLimit = 500;
const nameCharactersLimit = 64;
const sampleCharactersLimit = 512;

/** A field of the exchange's records, or a value of one, that Tidemark does not know, with its count and first sample. */
export interface DriftEntry {
  payload: string;
  /** Path of the field within the payload: `fees.feeTrialEscrow`; empty if the payload is a single value. */
  field: string;
  /** The unknown value of a known field, such as a new `dir`; absent if the field itself is unknown. */
  value?: string;
  count: number;
  /** JSON of the first field or of the record with the first value, cut to 512 characters. */
  sample: string;
}

export interface DriftState {
  entries: readonly DriftEntry[];
  /** Records with a new field or value whose name exceeded the limit of 500 names. */
  uncountedNames: number;
}

export interface Drift {
  /** Counts an unknown field. Never throws. */
  count(payload: string, field: string, sample: unknown): void;
  /** Counts an unknown value of a known field. Never throws. @param record that has the value */
  countValue(payload: string, field: string, value: unknown, record: unknown): void;
  /** Adds the counts of another thread, process or file. */
  add(state: DriftState): void;
  state(): DriftState;
  /**
   * Hands over the counts since the last call, if there are any. They count as not handed over if `use` throws.
   *
   * @throws what `use` throws
   */
  take(use: (state: DriftState) => void): void;
}

/** Counts unknown fields and values by payload and name, so that a change of the exchange is visible on its first record. */
export function createDrift(): Drift {
  const entries = new Map<string, DriftEntry>();
  const takenCounts = new Map<string, number>();
  let uncountedNames = 0;
  let takenNames = 0;

  function add(names: Pick<DriftEntry, 'payload' | 'field' | 'value'>, count: number, sample: () => string) {
    const key = driftKey(names);
    const entry = entries.get(key);
    if (entry !== undefined) entry.count += count;
    else if (entries.size === namesLimit) uncountedNames += count;
    else entries.set(key, { ...names, count, sample: sample() });
  }

  return {
    count: (payload, field, sample) => add({ payload, field: nameOf(field) }, 1, () => sampleOf(sample)),
    countValue(payload, field, value, record) {
      const text = typeof value === 'string' ? value : sampleOf(value);
      add({ payload, field: nameOf(field), value: nameOf(text) }, 1, () => sampleOf(record));
    },
    add(state) {
      uncountedNames += state.uncountedNames;
      for (const { count, sample, ...names } of state.entries) add(names, count, () => sample);
    },
    state: () => ({ entries: [...entries.values()], uncountedNames }),
    take(use) {
      const since = [...entries]
        .map(([key, entry]) => ({ ...entry, count: entry.count - (takenCounts.get(key) ?? 0) }))
        .filter(({ count }) => count > 0);
      if (since.length === 0) return;
      use({ entries: since, uncountedNames: uncountedNames - takenNames });
      for (const [key, { count }] of entries) takenCounts.set(key, count);
      takenNames = uncountedNames;
    },
  };
}

/** Equal for the same field, and for the same value of a field. */
export const driftKey = ({ payload, field, value }: Pick<DriftEntry, 'payload' | 'field' | 'value'>) =>
  JSON.stringify([payload, field, value]);

const nameOf = (text: string) => text.slice(0, nameCharactersLimit).toWellFormed();

/** A long text is cut before it is written, and a large object after. A nesting that cannot be written has no sample. */
function sampleOf(value: unknown): string {
  const cut = typeof value === 'string' ? value.slice(0, sampleCharactersLimit) : value;
  try {
    return (JSON.stringify(cut) ?? '').slice(0, sampleCharactersLimit).toWellFormed();
  } catch {
    return '';
  }
}

/** The drift of the records that this thread has read; the main thread adds that of its worker threads. */
export const drift = createDrift();
