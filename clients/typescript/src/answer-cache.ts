export interface CacheOptions {
  maxEntries: number;
  /** Characters of all bodies together. */
  maxCharacters: number;
}

export const defaultCache: CacheOptions = { maxEntries: 500, maxCharacters: 16_000_000 };

/** An answer that the service may find unchanged. */
export interface StoredAnswer {
  etag: string;
  text: string;
  headers: Headers;
}

/** Answers by their address, those used longest ago dropped first. */
export interface AnswerCache {
  find(url: string): StoredAnswer | undefined;
  store(url: string, answer: StoredAnswer): void;
}

export function createAnswerCache({ maxEntries, maxCharacters }: CacheOptions): AnswerCache {
  const answers = new Map<string, StoredAnswer>();
  let characters = 0;
  function drop(url: string): void {
    characters -= answers.get(url)?.text.length ?? 0;
    answers.delete(url);
  }
  return {
    find(url) {
      const found = answers.get(url);
      if (found === undefined) return undefined;
      answers.delete(url);
      answers.set(url, found);
      return found;
    },
    store(url, answer) {
      drop(url);
      if (answer.text.length > maxCharacters) return;
      answers.set(url, answer);
      characters += answer.text.length;
      for (const oldest of answers.keys()) {
        if (answers.size <= maxEntries && characters <= maxCharacters) return;
        drop(oldest);
      }
    },
  };
}
