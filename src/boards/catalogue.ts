import type { AnyBoard } from './board.ts';
import { traders } from './traders.ts';

/** All boards: a new one is a declaration and a line here. */
export const boardCatalogue: readonly AnyBoard[] = [traders];
