import {
  type StateArguments,
  type StateParts,
  type StateTexts,
  type StateTopics,
  textsOf,
} from './state-topic.ts';

/** The newest state in memory; `of` changes identity when the state changes. */
interface MemoryState {
  of: unknown;
  timeMs: number;
  data(): object;
}

/** Topics of states that are in memory. @param read Undefined if there is no state yet. */
export function memoryTopics(
  read: (market: StateParts['market'], of: StateArguments) => MemoryState | undefined,
): StateTopics {
  return {
    isKnown: (of, market) => read(market, of) !== undefined,
    open(followed, { market }) {
      let state: MemoryState | undefined;
      let at = 0;
      let texts: StateTexts | undefined;
      return {
        refresh() {
          const found = read(market, followed.of);
          if (found === undefined || found.of === state?.of) return;
          state = found;
          at += 1;
          texts = undefined;
        },
        begin: (_, isFromNow) => (isFromNow ? at : 0),
        next(_, had) {
          if (state === undefined || had === at) return undefined;
          texts ??= textsOf(followed, { timeMs: state.timeMs, json: JSON.stringify(state.data()) });
          return { at, texts };
        },
      };
    },
  };
}
