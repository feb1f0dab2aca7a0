/** One at a time, in the order in which they came. */
export interface Turns {
  /** Resolves when it is the caller's turn. */
  begin(): Promise<void>;
  /** Ends the turn in hand. @throws Error where it is not taken */
  end(): void;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    async begin() {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
    },
    end() {
      if (!taken) throw new Error('a turn ended that was not taken');
      const next = waiting.shift();
      // It stays taken while it passes on: no caller slips in between.
      if (next === undefined) taken = false;
      else next();
    },
  };
}
