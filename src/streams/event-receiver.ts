import { lateMs } from '../changes/fill-log.ts';
import { dayMs, rfc3339 } from '../kernel/clock.ts';
import type { FollowedOptions } from './followed.ts';
import type { Frame } from './group.ts';
import { UnknownList } from './members.ts';
import type { Receiver } from './receiver.ts';
import { leftOut } from './start-place.ts';
import type { EventSubscription } from './subscription.ts';

export type Gate = ReturnType<typeof createGate>;

/** Shut while a client has paused a subscription. */
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
  /** It begins with what is new: there is nothing to catch up with. */
  isNew: boolean;
  /** Undefined before it has begun. */
  place(): number | undefined;
  /** Ends the subscription. */
  drop(): void;
  /** @param text why it has ended, in the words of the protocol */
  refuse(text: string): void;
}

/** Close code of a connection whose subscription fell behind what its plan has. */
const behindCode = 4008;

/** Writes the messages of one subscription to events on the line of its client. */
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
      const reason = 'history was added that is older than a day: read it from the API, or replay it';
      send('gap', { id, from: rfc3339(fromMs), to: rfc3339(toMs), reason });
    },
    // Events may come up to a day late.
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
