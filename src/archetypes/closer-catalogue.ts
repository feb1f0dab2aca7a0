import type { AnyBoard } from '../boards/board.ts';
import { closers } from './closers.ts';

/** Boards that follow the fold of lifecycles. */
export const boardCatalogue: readonly AnyBoard[] = [closers];
