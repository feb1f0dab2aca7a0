import type { Clock } from '../../../../src/kernel/clock.ts';
import type { FrameFaultRates, RequestFaultRates } from './fault-rates.ts';

/** `refused`: a reconnection refused during a storm. */
export type FaultKind = keyof FrameFaultRates | keyof RequestFaultRates | 'refused';

/** A fault that occurred. */
export interface FaultRecord {
  kind: FaultKind;
  /** Time by the exchange's clock, unix milliseconds. */
  atMs: number;
  /** Connections count from 1; 0 on requests. */
  connection: number;
  /** The channel of the frame, or the type of the request. */
  about: string;
  /** The original of a message that never arrived intact; tests derive from it what no client can know. */
  lost?: string;
  /** The message that came and cannot be used, or not all of it. */
  broken?: string;
}

/** Faults of a plan, so that a test knows which data could not arrive. */
export interface FaultLog {
  /** The first 20,000, in order. */
  readonly records: readonly FaultRecord[];
  /** Total of a kind, including faults beyond the kept records. */
  count(kind: FaultKind): number;
  add(fault: Omit<FaultRecord, 'atMs'>): void;
}

const recordsLimit = 20_000;
/** Characters of lost and broken messages that are kept; a snapshot has half a million. */
const charactersLimit = 16_000_000;

export function createFaultLog(clock: Clock): FaultLog {
  const records: FaultRecord[] = [];
  const counts = new Map<FaultKind, number>();
  let characters = 0;
  return {
    records,
    count: (kind) => counts.get(kind) ?? 0,
    add({ lost, broken, ...fault }) {
      counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1);
      if (records.length >= recordsLimit) return;
      characters += (lost?.length ?? 0) + (broken?.length ?? 0);
      const isKept = characters <= charactersLimit;
      records.push({
        ...fault,
        atMs: clock.nowMs(),
        ...(isKept && lost !== undefined && { lost }),
        ...(isKept && broken !== undefined && { broken }),
      });
    },
  };
}
