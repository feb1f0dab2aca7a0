/** Names are upstream text: these bounds keep a hostile answer from filling memory. */
const namesLimit = 500;
const nameCharactersLimit = 64;
const sampleCharactersLimit = 512;

/** A field of the exchange's records that no payload describes, with its count and first sample. */
export interface DriftEntry {
  payload: string;
  /** Path of the field within the payload: `fees.feeTrialEscrow`. */
  field: string;
  count: number;
  /** JSON of the first value, cut to 512 characters. */
  sample: string;
}

export interface DriftState {
  entries: readonly DriftEntry[];
  /** Records with a new field whose name exceeded the limit of 500 names. */
  uncountedNames: number;
}

export interface Drift {
  /** Counts an unknown field. Never throws. */
  count(payload: string, field: string, value: unknown): void;
  state(): DriftState;
}

/** Counts unknown fields by payload and name, so that a change of the exchange is visible on its first record. */
export function createDrift(): Drift {
  const entries = new Map<string, DriftEntry>();
  let uncountedNames = 0;
  return {
    count(payload, field, value) {
      const name = field.slice(0, nameCharactersLimit).toWellFormed();
      const key = `${payload} ${name}`;
      const entry = entries.get(key);
      if (entry !== undefined) entry.count += 1;
      else if (entries.size === namesLimit) uncountedNames += 1;
      else entries.set(key, { payload, field: name, count: 1, sample: sampleOf(value) });
    },
    state: () => ({ entries: [...entries.values()], uncountedNames }),
  };
}

/** A long text is cut before it is written, and a large object after. */
function sampleOf(value: unknown): string {
  const cut = typeof value === 'string' ? value.slice(0, sampleCharactersLimit) : value;
  return (JSON.stringify(cut) ?? '').slice(0, sampleCharactersLimit);
}

/** The drift of the records that this thread has read. */
export const drift = createDrift();
