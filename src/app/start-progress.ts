import { join } from 'node:path';
import { type Config, localAddress } from '../config/config.ts';
import { monotonicMs, systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { readStart, writeStart } from '../operate/stored-diagnosis.ts';
import { version } from '../version.ts';
import type { StartStep } from './live-source.ts';

/** Says what a start is doing, at least every few seconds, and records it for `tidemark doctor`. */
export interface StartProgress {
  /** Ends the phase before. */
  begin(phase: string): void;
  /** Shows a step of the present phase. */
  onStep(step: StartStep): void;
  /** A finding of the start, for the record. */
  warn(text: string): void;
  ready(): void;
  /** Ends the reports, also after a failure. */
  close(): void;
  isReady(): boolean;
}

const sayMs = 4_000;
const redrawMs = 500;
const warningsLimit = 50;

/** @param options.onStep shows a bar on a terminal; without one the log has a line every few seconds */
export function createStartProgress(
  { baseUrl, host, port, dataDir, source }: Pick<Config, 'baseUrl' | 'host' | 'port' | 'dataDir' | 'source'>,
  options: { log: Log; onStep?: ((step: StartStep) => void) | undefined; nowMs?: () => number },
): StartProgress {
  const { log, onStep, nowMs = monotonicMs } = options;
  const journalDir = join(dataDir, 'ingest');
  const address = baseUrl ?? localAddress(host, port);
  const expected = source === 'simulated' ? 'the first start takes about a minute' : undefined;
  const before = readStart(journalDir);
  const [phases, warnings]: [{ phase: string; lastedMs?: number }[], string[]] = [[], []];
  const startedAtMs = systemClock.nowMs();
  let readyAtMs: number | undefined;
  function keep(): void {
    writeStart(journalDir, {
      version,
      startedAtMs,
      phases,
      warnings,
      ...(readyAtMs !== undefined && { readyAtMs }),
    });
  }
  let begunMs = nowMs();
  let shownMs = begunMs;
  let share = 0;

  const tookMs = before?.readyAtMs === undefined ? undefined : before.readyAtMs - before.startedAtMs;
  const took = tookMs === undefined ? expected : `the last start took ${Math.ceil(tookMs / 1_000)} s`;
  log.info(`starting: pages and API come at ${address}${took === undefined ? '' : `; ${took}`}`);

  function finish(): void {
    const phase = phases.at(-1);
    if (phase !== undefined) phase.lastedMs ??= Math.round(nowMs() - begunMs);
  }
  function say(): void {
    const phase = phases.at(-1)?.phase ?? 'starting';
    const atMs = nowMs();
    const seconds = Math.round((atMs - begunMs) / 1_000);
    if (atMs - shownMs < (onStep === undefined ? sayMs : redrawMs)) return;
    shownMs = atMs;
    if (onStep === undefined) log.info({ phase, seconds }, 'still starting');
    else onStep({ current: `${phase} (${seconds} s)`, share });
  }
  const timer = setInterval(say, redrawMs);

  return {
    begin(phase) {
      finish();
      phases.push({ phase });
      begunMs = nowMs();
      shownMs = onStep === undefined ? begunMs : Number.NEGATIVE_INFINITY;
      keep();
      if (onStep === undefined) log.info({ phase }, 'starting');
      else say();
    },
    onStep(step) {
      share = step.share;
      if (onStep === undefined) return;
      shownMs = nowMs();
      onStep(step);
    },
    warn(text) {
      if (readyAtMs === undefined && warnings.length < warningsLimit) warnings.push(text);
    },
    ready() {
      finish();
      readyAtMs = systemClock.nowMs();
      clearInterval(timer);
      keep();
    },
    close: () => clearInterval(timer),
    isReady: () => readyAtMs !== undefined,
  };
}
