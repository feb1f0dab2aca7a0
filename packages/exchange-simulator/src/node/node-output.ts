import { hourMs } from '../../../../src/kernel/clock.ts';
import { seededRng } from '../../../../src/kernel/rng.ts';
import { isWithin } from '../../../../src/kernel/span.ts';
import type { NodeKind } from './node-block.ts';
import type { LineFaultRates, NodeFaultKind } from './node-fault-rates.ts';
import type { Incident } from './node-incidents.ts';
import type { NodeSteps } from './node-steps.ts';

/** Lines of one block for a file of one kind. */
export interface BlockLines {
  block: number;
  /** Each with its line end. */
  texts: readonly string[];
  /** Unix milliseconds; selects the hour's file. */
  writtenMs: number;
  /** The node dies within these lines. */
  isLeftTorn?: boolean;
}

/** Writes the lines of a kind into its files: late, in bursts and pieces, or twice. */
export interface NodeOutput {
  put(lines: BlockLines): void;
  /** Writes buffered lines. */
  flush(): void;
}

/** Buffer size of the system library's writer. */
const bufferChars = 4_096;
const tornLimitMs = 3_000;

/** @param options.incidents those that last */
export function createNodeOutput(options: {
  kind: NodeKind;
  seed: string;
  rates: LineFaultRates;
  incidents(): readonly Incident[];
  count(kind: NodeFaultKind): void;
  steps: NodeSteps;
}): NodeOutput {
  const { kind, rates, incidents, count, steps } = options;
  const rng = seededRng(`${options.seed}/node/lines/${kind}`);
  /** By hour: arrival of the newest piece of a file, before which nothing later can arrive, and whether the rest of its block follows. */
  const filled = new Map<number, { atMs: number; isOpen: boolean }>();
  let buffer = { text: '', ends: [] as { block: number; at: number }[], hour: 0, atMs: 0 };
  /** Blocks over several lines that the next piece is of. */
  let inParts: number[] = [];

  function append(hour: number, dueMs: number, text: string, ends: { block: number; at: number }[]): void {
    const { atMs: filledMs, isOpen: isRest } = filled.get(hour) ?? { atMs: 0, isOpen: false };
    const atMs = Math.max(dueMs, filledMs);
    filled.set(hour, { atMs, isOpen: ends.at(-1)?.at !== text.length });
    if (filled.size > 4) filled.delete(Math.min(...filled.keys()));
    steps.add({ type: 'append', atMs, kind, hour, text, ends, isRest, inParts });
    inParts = [];
  }
  function drain(chars: number): void {
    const { text, ends, hour, atMs } = buffer;
    append(
      hour,
      atMs,
      text.slice(0, chars),
      ends.filter(({ at }) => at <= chars),
    );
    buffer.text = text.slice(chars);
    buffer.ends = ends.filter(({ at }) => at > chars).map(({ block, at }) => ({ block, at: at - chars }));
  }
  function flush(): void {
    if (buffer.text !== '') drain(buffer.text.length);
  }

  /** Arrival of a line in its file, by the time of its write. */
  function dueMs(writtenMs: number, hour: number): number {
    const hourEndMs = (hour + 1) * hourMs;
    let atMs = writtenMs;
    for (const incident of incidents()) {
      const lengthMs = incident.untilMs - incident.fromMs;
      if (incident.kind === 'burst' && isWithin(incident, atMs)) atMs = incident.untilMs;
      const isLate = incident.kind === 'late' && incident.fromMs === hour * hourMs;
      if (isLate && writtenMs >= hourEndMs - lengthMs) atMs = Math.max(atMs, hourEndMs + lengthMs);
    }
    return atMs;
  }

  return {
    flush,
    put({ block, texts, writtenMs, isLeftTorn = false }) {
      // Drawn for every block, so that an added event changes nothing in later blocks.
      const [isTorn, isDoubled, restMs] = [
        rng.unit() < rates.torn,
        rng.unit() < rates.doubled,
        rng.below(tornLimitMs),
      ];
      const hour = Math.floor(writtenMs / hourMs);
      const once = texts.join('');
      if (once === '') return;
      const atMs = dueMs(writtenMs, hour);
      const isBuffered = incidents().some((each) => each.kind === 'buffered' && isWithin(each, writtenMs));
      if (!isBuffered || hour !== buffer.hour || isLeftTorn) flush();
      if (texts.length > 1) inParts.push(block);
      const half = Math.ceil(once.length / 2);
      if (isLeftTorn) {
        append(hour, atMs, once.slice(0, half), []);
        filled.get(hour)!.isOpen = false;
        return;
      }
      if (isDoubled) count('doubled');
      const text = isDoubled ? once + once : once;
      const ends = isDoubled ? [once.length, text.length] : [text.length];
      const blocks = ends.map((at) => ({ block, at }));
      if (isBuffered) {
        for (const { at } of blocks) buffer.ends.push({ block, at: buffer.text.length + at });
        buffer = { ...buffer, text: buffer.text + text, hour, atMs };
        const whole = buffer.text.length - (buffer.text.length % bufferChars);
        if (whole > 0) drain(whole);
      } else if (isTorn) {
        count('torn');
        append(hour, atMs, text.slice(0, half), []);
        append(
          hour,
          atMs + 1 + restMs,
          text.slice(half),
          blocks.map(({ at }) => ({ block, at: at - half })),
        );
      } else append(hour, atMs, text, blocks);
    },
  };
}
