import type { LoggedFill } from '../changes/logged-fill.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { EventSubscription } from './subscription.ts';

/** Message with the events of one log position, serialized once for all subscribers. */
export interface Frame {
  place: number;
  channel: string;
  cursor(): string;
  /** Text in the protocol's form. */
  plain(): string;
  /** Text with this service's extensions. */
  own(): string;
}

/** @param cursorOf Returns the cursor that resumes after a log position. */
export function framesOf(
  { type, feed, id, filter }: Pick<EventSubscription, 'type' | 'feed' | 'id' | 'filter'>,
  fills: readonly LoggedFill[],
  cursorOf: (place: number) => string,
  asOfMs: number,
): Frame[] {
  const frames: Frame[] = [];
  for (let from = 0; from < fills.length; ) {
    const { place } = fills[from]!;
    let to = from + 1;
    while (to < fills.length && fills[to]!.place === place) to += 1;
    const elements = feed.elements(fills.slice(from, to), filter);
    if (elements.length > 0)
      frames.push(frameOf({ type, id, place, elements, last: fills[to - 1]!, cursorOf, asOfMs }));
    from = to;
  }
  return frames;
}

export function frameOf(parts: {
  type: string;
  id: string;
  place: number;
  elements: readonly string[];
  last: Pick<LoggedFill, 'timeMs' | 'block'>;
  cursorOf(place: number): string;
  asOfMs: number;
}): Frame {
  const { type, id, place, elements, last, cursorOf, asOfMs } = parts;
  const head = `{"channel":"${type}","seq":${place}`;
  const data = `"data":[${elements.join(',')}]}`;
  let [plain, own]: (string | undefined)[] = [];
  const cursor = () => cursorOf(place);
  return {
    place,
    channel: type,
    cursor,
    plain() {
      plain ??= `${head},${data}`;
      return plain;
    },
    own() {
      own ??= [
        `${head},"id":"${id}","cursor":"${cursor()}"`,
        ...(last.block > 0 ? [`"block":${last.block}`] : []),
        `"time":"${rfc3339(last.timeMs)}","asOf":"${rfc3339(asOfMs)}"`,
        data,
      ].join(',');
      return own;
    },
  };
}
