import type { SeededRng } from '../../../../src/kernel/rng.ts';

/** Replacement of a frame that is broken in transit. */
export interface BrokenFrame {
  texts: readonly string[];
  /** The one among them that cannot be used, or not all of it. */
  broken: string;
  /** Part of the frame that arrives in no text, as a message of its own. */
  lost?: string;
}

/** Cuts a frame off, empties it, spoils one of its elements, or puts a message of an unknown channel before it. */
export function breakFrame(channel: string, text: string, rng: SeededRng): BrokenFrame {
  const kinds = [
    () => replaced(text.slice(0, rng.below(text.length)), text),
    () => replaced(`{"channel":"${channel}","data":null}`, text),
    () => replaced(`{"channel":${channel},"data":`, text),
    () => spoilElement(text, rng) ?? replaced('{}', text),
    () => ({ texts: [unknown, text], broken: unknown }),
  ];
  return kinds[rng.below(kinds.length)]!();
}

const unknown = '{"channel":"notification","data":{}}';

function replaced(broken: string, text: string): BrokenFrame {
  return { texts: [broken], broken, lost: text };
}

/** Removes the first field from an element of a list; undefined if the frame has no list. */
function spoilElement(text: string, rng: SeededRng): BrokenFrame | undefined {
  const { channel, data } = JSON.parse(text) as { channel: string; data?: object[] | { fills?: object[] } };
  const list = Array.isArray(data) ? data : data?.fills;
  if (list === undefined || list.length === 0) return undefined;
  const place = rng.below(list.length);
  const element = list[place]!;
  const frameOf = (elements: object[]) =>
    JSON.stringify({ channel, data: Array.isArray(data) ? elements : { ...data, fills: elements } });
  const spoiled = Object.fromEntries(Object.entries(element).slice(1));
  const broken = frameOf(list.with(place, spoiled));
  return { texts: [broken], broken, lost: frameOf([element]) };
}
