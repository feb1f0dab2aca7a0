import type { SeededRng } from '../../../../src/kernel/rng.ts';
import { breakFrame } from './broken-frame.ts';
import type { FaultLog } from './fault-log.ts';
import type { FrameFaultRates } from './fault-rates.ts';
import { pickFault } from './pick-fault.ts';

/** Messages that a client gets in place of one frame. */
export interface Delivery {
  /** Messages, in order. */
  texts: readonly string[];
  /** This connection ends after them, or all do. */
  ends?: 'one' | 'all';
}

/** Faults of a connection. They depend only on the plan's seed and the order of the frames. */
export interface FrameFaults {
  /** Sends nothing any more, but keeps the connection open. */
  readonly isHalfOpen: boolean;
  /** @param channel The frame's channel. */
  onFrame(channel: string, text: string): Delivery;
  /** Messages sent in place of a frame without data: a pong, an acknowledgement, an error. */
  onControl(text: string): Delivery;
  /** Ends the connection and drops the delayed frames. */
  end(): void;
}

interface Held {
  channel: string;
  text: string;
  /** Frames that still go before it. */
  frames: number;
}

const nothing: Delivery = { texts: [] };
const heldLimit = 64;
const latestFrames = 20;

export function createFrameFaults(options: {
  rates: FrameFaultRates;
  rng: SeededRng;
  log: FaultLog;
  connection: number;
  plan: { readonly isOver: boolean };
}): FrameFaults {
  const { rates, rng, log, connection, plan } = options;
  let held: Held[] = [];
  let halfOpen = false;

  /** Removes and returns the delayed frames that are due. */
  function due(isDue: (frame: Held) => boolean): string[] {
    if (held.length === 0) return [];
    const out = held.filter(isDue);
    held = held.filter((frame) => !out.includes(frame));
    return out.map(({ text }) => text);
  }

  function hold(channel: string, text: string, frames: number): string[] {
    if (held.length < heldLimit) {
      held.push({ channel, text, frames });
      return [];
    }
    return [text];
  }

  function malformed(channel: string, text: string): readonly string[] {
    const { texts, ...broken } = breakFrame(channel, text, rng);
    log.add({ kind: 'malformed', connection, about: channel, ...broken });
    return texts;
  }

  const effects: { [K in keyof FrameFaultRates]: (channel: string, text: string) => Delivery } = {
    drop: (_, text) => ({ texts: [text], ends: 'one' }),
    storm: (_, text) => ({ texts: [text], ends: 'all' }),
    halfOpen(_, text) {
      halfOpen = true;
      return { texts: [text] };
    },
    duplicate: (_, text) => ({ texts: [text, text] }),
    reorder: (channel, text) => ({ texts: hold(channel, text, 1) }),
    late: (channel, text) => ({ texts: hold(channel, text, 2 + rng.below(latestFrames - 1)) }),
    gap: () => nothing,
    malformed: (channel, text) => ({ texts: malformed(channel, text) }),
  };

  return {
    get isHalfOpen() {
      return halfOpen;
    },
    onFrame(channel, text) {
      if (halfOpen) return nothing;
      const passed = held.slice();
      const kind = plan.isOver ? undefined : pickFault(rates, rng);
      const { texts, ...ends } = kind === undefined ? { texts: [text] } : effects[kind](channel, text);
      if (kind !== undefined && kind !== 'malformed') {
        log.add({ kind, connection, about: channel, ...(kind === 'gap' ? { lost: text } : {}) });
      }
      for (const frame of passed) frame.frames -= 1;
      return { texts: [...texts, ...due(({ frames }) => frames <= 0)], ...ends };
    },
    onControl(text) {
      if (halfOpen) return nothing;
      return { texts: [text, ...due(() => true)] };
    },
    end() {
      for (const { channel, text } of held) log.add({ kind: 'gap', connection, about: channel, lost: text });
      held = [];
    },
  };
}
