import type { Clock } from '../../../../src/kernel/clock.ts';
import type { FrameFaultRates, RequestFaultRates } from './fault-rates.ts';

/** `refused` is what a storm does to those who come back. */
export type FaultKind = keyof FrameFaultRates | keyof RequestFaultRates | 'refused';

/** One fault that happened. */
export interface FaultRecord {
  kind: FaultKind;
  /** By the exchange's clock, unix milliseconds. */
  atMs: number;
  /** Connections count from 1; 0 on requests. */
  connection: number;
  /** The channel of the frame, or the type of the request. */
  about: string;
  /** The message that never arrived as it was; a test reads from it what no client can know. */
  lost?: string;
  /** The message that came and cannot be used, or not all of it. */
  broken?: string;
}

/** What a plan did, so that a test knows what could not arrive. */
export interface FaultLog {
  /** In order; the first 20,000. */
  readonly records: readonly FaultRecord[];
  /** Of every kind, also of those that are not kept any more. */
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
