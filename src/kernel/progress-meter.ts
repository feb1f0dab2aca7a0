import { monotonicMs } from './clock.ts';
import type { TextOutput } from './command-line.ts';

export interface Step {
  /** Item in progress: a file, a table. */
  current: string;
  /** Share done, 0 to 1. */
  share: number;
  /** Items done so far, for the rate; undefined if nothing is counted. */
  count?: number;
  /** Unit of `count`: `fills`. */
  unit?: string;
  note?: string;
}

export interface Meter {
  update(step: Step): void;
  /** Ends the bar; later updates are ignored. */
  end(): void;
}

const redrawMs = 100;
const lineMs = 2_000;
const barCells = 24;

/**
 * A bar that redraws itself on a terminal; elsewhere (logs, pipes) a plain line every 2 s.
 * Own code: progress-bar packages are unmaintained for years, or bring a whole terminal UI.
 * @param nowMs monotonic milliseconds
 */
export function createMeter(output: TextOutput, nowMs: () => number = monotonicMs): Meter {
  const startMs = nowMs();
  const everyMs = output.isTTY ? redrawMs : lineMs;
  let shownMs = output.isTTY ? Number.NEGATIVE_INFINITY : startMs;
  let ended = false;
  let drawn = false;
  const draw = (step: Step): void => {
    const text = describe(step, nowMs() - startMs);
    if (!output.isTTY) {
      output.write(`${percent(step.share)} ${text}\n`);
      return;
    }
    const filled = Math.round(clamped(step.share) * barCells);
    const line = `[${'#'.repeat(filled)}${'.'.repeat(barCells - filled)}] ${percent(step.share)} ${text}`;
    // Leaves the cursor at the start of the line, so that other output, such as the log, overwrites the bar.
    output.write(`\x1b[2K${line.slice(0, Math.max(20, (output.columns || 80) - 1))}\r`);
    drawn = true;
  };
  return {
    update(step) {
      if (ended || nowMs() - shownMs < everyMs) return;
      shownMs = nowMs();
      draw(step);
    },
    end() {
      if (drawn && !ended) output.write('\x1b[2K');
      ended = true;
    },
  };
}

function describe(step: Step, elapsedMs: number): string {
  const share = clamped(step.share);
  const parts: string[] = [];
  if (step.count !== undefined) {
    const rate = elapsedMs > 0 ? Math.round(step.count / (elapsedMs / 1000)) : 0;
    parts.push(`${step.count.toLocaleString('en')} ${step.unit ?? ''}`, `${rate.toLocaleString('en')}/s`);
  }
  if (share > 0 && share < 1) parts.push(`${duration((elapsedMs * (1 - share)) / share)} left`);
  if (step.note !== undefined) parts.push(step.note);
  parts.push(step.current);
  return parts.join('  ');
}

function clamped(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

function percent(share: number): string {
  return `${Math.floor(clamped(share) * 100)}%`.padStart(4);
}

/** `5s`, `1m05s`, `2h03m`. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}m`;
}
