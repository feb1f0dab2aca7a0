import type { Archetypes } from '../archetypes/archetypes.ts';
import type { RunningArchetypes } from '../archetypes/start-archetypes.ts';
import type { Board, BoardDeclaration } from '../boards/board.ts';
import type { Boards } from '../boards/boards.ts';
import { readyInTime } from '../kernel/ready-in-time.ts';
import type { Positions } from '../positions/positions.ts';

/** Boards for requests: throws 503 if they are not built in time. */
export function requestBoards(boards: Boards, waitMs?: number): Boards {
  let built = false;
  return {
    async board<N extends string, O extends string>(declared: BoardDeclaration<N, O>): Promise<Board<N, O>> {
      const pending = boards.board(declared);
      if (built) return pending;
      const found = await readyInTime(pending, 'The board of all traders', waitMs);
      built = true;
      return found;
    },
  };
}

/** Positions for requests: throws 503 if they are not read in time. */
export function requestPositions(positions: Positions, waitMs?: number): Positions {
  return {
    ...positions,
    get ready() {
      if (positions.built()) return positions.ready;
      return readyInTime(positions.ready, 'The view of open positions', waitMs);
    },
  };
}

/** Closed lifecycles for requests: throws 503 if they are not read in time. @param opened starts reading on the first call */
export function requestArchetypes(opened: () => RunningArchetypes, waitMs?: number): Archetypes {
  async function inTime(): Promise<RunningArchetypes> {
    const running = opened();
    await readyInTime(running.ready, 'The view of closed lifecycles', waitMs);
    return running;
  }
  return {
    closers: async () => (await inTime()).closers(),
    events: async (list) => (await inTime()).events(list),
    list: async (list) => (await inTime()).list(list),
  };
}
