/** Texts of one column of one batch and their codes, so that a repeated text is stored once. */
export interface Dictionary {
  readonly texts: readonly string[];
  /** The code of a text, new or known. */
  code(text: string): number;
  /** Forgets all texts; code 0 is the empty text again, which stands for "absent". */
  reset(): void;
}

export function createDictionary(): Dictionary {
  const codes = new Map<string, number>();
  const texts: string[] = [];
  function code(text: string): number {
    const known = codes.get(text);
    if (known !== undefined) return known;
    codes.set(text, texts.length);
    return texts.push(text) - 1;
  }
  function reset(): void {
    codes.clear();
    texts.length = 0;
    code('');
  }
  reset();
  return { texts, code, reset };
}
