import { Type } from 'typebox';
import type { ReaderReport, WriterLeases } from '../control/writer-leases.ts';
import { type LiveData, noLiveData } from '../endpoints/live-data.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { lateCheck } from '../kernel/late-check.ts';
import { pause } from '../kernel/pause.ts';

const texts = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 64 }));
const flags = Type.Record(Type.String({ maxLength: 64 }), Type.Boolean());
const reportShape = lateCheck(
  Type.Object({
    check: Type.Union([Type.Literal(true), Type.String()]),
    availability: flags,
    freshness: texts,
  }),
);

/** Report of the process that reads the exchange, for the processes that serve its data. */
export function reportOf(check: true | string, data: LiveData) {
  return { check, availability: data.availability(), freshness: data.freshness() };
}

/** The process that reads the exchange, as seen from another process. */
export interface ReaderWatch {
  /** Whether the reader's data are fresh, or the fault; undefined if no process reads and none should. */
  check(): true | string | undefined;
  data: LiveData;
  close(): Promise<void>;
}

const pollMs = 1_000;
/** Maximum age of a report, as long as a lease: an older report says nothing about the present. */
const seenForMs = 10_000;

/** Polls the reports of a shared store's reader. Resolves after the first poll. */
export async function watchReader(leases: Pick<WriterLeases, 'lastReport'>): Promise<ReaderWatch> {
  const stop = new AbortController();
  let seen: { state: ReaderReport['state']; atMs: number; report: ReturnType<typeof readReport> } | undefined;
  let requestedMs = monotonicMs();

  async function ask(): Promise<void> {
    try {
      const found = await leases.lastReport();
      requestedMs = monotonicMs();
      seen = found && {
        state: found.state,
        atMs: requestedMs - found.ageMs,
        report: readReport(found.report),
      };
    } catch {
      // check() reports a lasting failure.
    }
  }
  async function keepAsking(): Promise<void> {
    while (!stop.signal.aborted) {
      await pause(pollMs, stop.signal, { ref: false });
      if (!stop.signal.aborted) await ask();
    }
  }
  await ask();
  const asking = keepAsking();

  const unseenMs = () => monotonicMs() - requestedMs;
  const isReading = () => seen?.state === 'reading' && unseenMs() < seenForMs;
  return {
    check() {
      if (seen === undefined || seen.state === 'ended') return undefined;
      if (isReading()) return seen.report?.check ?? 'the process that reads the exchange has another version';
      if (unseenMs() >= seenForMs) return `the control store has not answered for ${seconds(unseenMs())} s`;
      return `no process reads the exchange: the last one was seen ${seconds(monotonicMs() - seen.atMs)} s ago`;
    },
    data: {
      availability: () => ({
        ...noLiveData.availability(),
        ...(isReading() && seen?.report?.availability),
      }),
      freshness: () => ({ ...noLiveData.freshness(), ...seen?.report?.freshness }),
    },
    async close() {
      stop.abort();
      await asking;
    },
  };
}

/** Undefined if another program version reports in an unknown form. */
function readReport(report: unknown) {
  return reportShape.Check(report) ? report : undefined;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
