import { rfc3339 } from '../kernel/clock.ts';

/** Who gets the states that a subscription is of. */
export interface StateReceiver {
  /** @returns false where it cannot take one now: it gets the newest once it can */
  take(texts: StateTexts, skipped: number): boolean;
  /** The store could not be read: nothing follows. */
  failed?(): void;
}

export interface StateTexts {
  /** As the protocol has it. */
  plain: string;
  /** With what this service adds. @param skipped states that were left out before it */
  own(skipped: number): string;
}

/**
 * The message of a state.
 *
 * @param state.json its data
 */
export function textsOf(
  type: string,
  id: string,
  { timeMs, json }: { timeMs: number; json: string },
): StateTexts {
  const head = `{"channel":"${type}","seq":${timeMs}`;
  const tail = `"data":${json}}`;
  const said = `"id":"${id}","time":"${rfc3339(timeMs)}"`;
  return {
    plain: `${head},${tail}`,
    own: (skipped: number) => [head, said, ...(skipped > 0 ? [`"skipped":${skipped}`] : []), tail].join(','),
  };
}
