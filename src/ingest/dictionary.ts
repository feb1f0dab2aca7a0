/** Texts of one column and their codes, so that a repeated text is stored once. */
export interface Dictionary {
  readonly texts: readonly string[];
  /** The code of a text, new or known. */
  code(text: string): number;
  /** The code of the ASCII text in `bytes[from…to-1]`; a known one costs no string. */
  codeOfAscii(bytes: Uint8Array, from: number, to: number): number;
  /** The code of a text that is known; -1 where it is not. */
  find(text: string): number;
  /** Forgets all texts; code 0 is the empty text again, which stands for "absent". */
  reset(): void;
}

const slotCount = 1 << 12;
const slotMask = slotCount - 1;

export function createDictionary(): Dictionary {
  const codes = new Map<string, number>();
  const texts: string[] = [];
  /** Code + 1 of the text last seen with this hash, 0 where none was: a cache beside the map, so a clash only costs time. */
  const slots = new Int32Array(slotCount);
  function code(text: string): number {
    const known = codes.get(text);
    if (known !== undefined) return known;
    codes.set(text, texts.length);
    return texts.push(text) - 1;
  }
  function reset(): void {
    codes.clear();
    slots.fill(0);
    texts.length = 0;
    code('');
  }
  reset();
  return {
    texts,
    code,
    codeOfAscii(bytes, from, to) {
      let hash = to - from;
      for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
      const slot = (hash ^ (hash >>> 12)) & slotMask;
      const cached = slots[slot]! - 1;
      if (cached >= 0 && isText(texts[cached]!, bytes, from, to)) return cached;
      const found = code(String.fromCharCode(...bytes.subarray(from, to)));
      slots[slot] = found + 1;
      return found;
    },
    find: (text) => codes.get(text) ?? -1,
    reset,
  };
}

function isText(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let i = from; i < to; i++) if (text.charCodeAt(i - from) !== bytes[i]) return false;
  return true;
}
