import type { DriftRow } from '../ingest/drift-record.ts';
import type { ConnectorState } from '../ingest/live/connector-state.ts';
import { monotonicMs, rfc3339 } from '../kernel/clock.ts';
import type { Diagnosis } from '../operate/diagnosis.ts';
import { readableTimes } from '../operate/readable-times.ts';
import { json, type PortalHandler } from './portal-call.ts';

export interface StatusOptions {
  version: string;
  /** True where the data are not the exchange's. */
  simulated: boolean;
  /** The newest stored fill; undefined while it is not known. */
  newestBlock: () => { timeMs: number; block: number | undefined } | undefined;
  /** Parts of the service by name: true where one is ready, else a text that says what it waits for. */
  readiness: () => { ready: boolean; checks: Readonly<Record<string, true | string>> };
  /** Figures of the store; those unavailable at the moment are undefined. */
  figures: () => Promise<{
    fills?: number | undefined;
    quarantined?: number | undefined;
    boardsAgeMs?: number | undefined;
  }>;
  /** Fields and values of the exchange that this version does not know, last seen first; default: none. */
  drift?: () => readonly DriftRow[];
  /** The connector, where this process reads live. */
  live?: { state(): ConnectorState | undefined } | undefined;
  /** What `tidemark doctor` says. */
  diagnose?: () => Promise<Diagnosis>;
  elapsedMs?: () => number;
}

/** Every open page asks every few seconds: one answer does for all of them. */
const keptMs = 2_000;
/** It reads the disk and the ledger of coverage. */
const diagnosisKeptMs = 15_000;
const driftLimit = 50;
const driftSampleCharacters = 120;

/** `GET /portal/api/status`: what the pages show of the service itself. */
export function createStatus(options: StatusOptions): PortalHandler {
  const { version, simulated, newestBlock, readiness, figures, live } = options;
  const { drift = () => [] } = options;

  async function read() {
    const newest = newestBlock();
    const { fills, quarantined, boardsAgeMs } = await figures();
    return {
      version,
      simulated,
      // 0 where nothing is stored.
      newestFillMs: newest?.timeMs || null,
      newestBlock: newest?.block ?? null,
      ...readiness(),
      fills: fills ?? null,
      quarantined: quarantined ?? null,
      boardsAgeMs: boardsAgeMs ?? null,
      drift: drift().slice(0, driftLimit).map(driftStatus),
      live: live?.state() !== undefined,
    };
  }

  return shared(read, keptMs, options);
}

/** `GET /portal/api/diagnosis`: that of `tidemark doctor` without parts for the operator: settings, warnings, needs. */
export function createDiagnosis(options: Pick<StatusOptions, 'diagnose' | 'elapsedMs'>): PortalHandler {
  async function read(): Promise<object> {
    const found = await options.diagnose?.();
    if (found === undefined) return {};
    const { atMs, reads, missing, disk, memory, start } = found;
    const { warnings: _, ...shown } = start ?? { warnings: [] };
    return readableTimes({ atMs, reads, missing, disk, memory, ...(start && { start: shown }) }) as object;
  }
  return shared(read, diagnosisKeptMs, options);
}

/** One answer for all callers of a span; a failed one is not kept. */
function shared(
  read: () => Promise<object>,
  spanMs: number,
  { elapsedMs = monotonicMs }: Pick<StatusOptions, 'elapsedMs'>,
): PortalHandler {
  let kept: { atMs: number; body: Promise<object> } | undefined;
  return async () => {
    const nowMs = elapsedMs();
    if (kept === undefined || nowMs - kept.atMs > spanMs) kept = { atMs: nowMs, body: read() };
    const { body } = kept;
    body.catch(() => {
      if (kept?.body === body) kept = undefined;
    });
    return json(await body);
  };
}

/** Long samples are for the operator: `tidemark drift` has all of them. */
function driftStatus({ sample, firstSeenMs, lastSeenMs, ...row }: DriftRow) {
  const shown = sample.slice(0, driftSampleCharacters).toWellFormed();
  return { ...row, sample: shown, firstSeen: rfc3339(firstSeenMs), lastSeen: rfc3339(lastSeenMs) };
}
