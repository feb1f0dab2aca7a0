import { lateMs } from '../changes/fill-log.ts';
import { dayMs, rfc3339 } from '../kernel/clock.ts';
import type { FollowedOptions } from './followed.ts';
import type { Frame } from './group.ts';
import { UnknownList } from './members.ts';
import type { Receiver } from './receiver.ts';
import { leftOut } from './start-place.ts';
import type { EventSubscription } from './subscription.ts';

export type Gate = ReturnType<typeof createGate>;

/** Closed while the client has paused the subscription. */
export function createGate() {
  let shut: PromiseWithResolvers<void> | undefined;
  return {
    isOpen: () => shut === undefined,
    passed: async () => shut?.promise,
    pause() {
      shut ??= Promise.withResolvers<void>();
    },
    resume() {
      shut?.resolve();
      shut = undefined;
    },
  };
}

interface ReceiverParts {
  subscription: Pick<EventSubscription, 'id'>;
  gate: Gate;
  /** Starts at the end of the log, with nothing to catch up on. */
  isNew: boolean;
  /** Undefined before the start. */
  place(): number | undefined;
  drop(): void;
  /** @param text Reason for the end, one of the protocol's error texts. */
  refuse(text: string): void;
}

/** Close code for a subscription that fell behind the plan's history window. */
const behindCode = 4008;

export function createEventReceiver(
  { subscription: { id }, gate, isNew, place, drop, refuse }: ReceiverParts,
  {
    line,
    limits,
    caller,
    isOwn,
    nowMs,
  }: Pick<FollowedOptions, 'line' | 'limits' | 'caller' | 'isOwn' | 'nowMs'>,
): Receiver {
  const { windowDays } = caller.limits;

  function send(channel: string, data: object): void {
    if (isOwn) line.send(JSON.stringify({ channel, data }), { channel });
  }

  return {
    isReady: () => gate.isOpen() && line.unsent() < limits.unsentBytes,
    take(frame: Frame) {
      const { channel } = frame;
      if (isOwn) line.send(frame.own(), { channel, cursor: frame.cursor() });
      else line.send(frame.plain(), { channel });
    },
    async ready() {
      await gate.passed();
      await line.drained();
    },
    caughtUp() {
      if (!isNew) send('caughtUp', { id, seq: place() });
    },
    ended() {
      const data = { id, seq: place(), ended: true };
      line.send(JSON.stringify({ channel: 'caughtUp', data }), { channel: 'caughtUp', isLast: true });
      drop();
    },
    skipped({ fromMs, toMs }) {
      const reason = 'data older than a day was added: read it from the API, or replay it';
      send('gap', { id, from: rfc3339(fromMs), to: rfc3339(toMs), reason });
    },
    // Events may arrive up to a day late.
    oldestMs: () => nowMs() - windowDays * dayMs - lateMs,
    cut: ({ fromMs, toMs }) => send('gap', { id, ...leftOut(fromMs, toMs, windowDays) }),
    behind(cursor, windowPlace) {
      const seq = place();
      drop();
      const text = JSON.stringify({ channel: 'behind', data: { id, seq, cursor } });
      if (isOwn) line.send(text, { channel: 'behind', cursor, isLast: true });
      const reason = isOwn ? `cursor ${cursor}` : `sequence ${windowPlace ?? seq}`;
      line.close?.(behindCode, `behind the window: ${reason}`);
    },
    failed(error) {
      drop();
      refuse(error instanceof UnknownList ? error.message : 'snapshot failed');
    },
  };
}
