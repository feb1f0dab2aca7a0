import { rfc3339 } from '../kernel/clock.ts';

export interface StateReceiver {
  /** @returns false if the receiver is busy; it gets the newest state later */
  take(texts: StateTexts, skipped: number): boolean;
  /** Reading the store failed; nothing follows. */
  failed?(): void;
}

export interface StateTexts {
  /** Text in the protocol's form. */
  plain: string;
  /** Text with this service's extensions. @param skipped States dropped before this one. */
  own(skipped: number): string;
}

/** @param state.json Data of the state, as JSON. */
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
