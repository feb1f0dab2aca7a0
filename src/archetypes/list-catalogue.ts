import { closeSums, coinKingList, liquidatorList } from './close-lists.ts';
import { backstopList, painList, perfectExitList } from './event-lists.ts';
import type { RankedList } from './ranked-list.ts';
import {
  antiSurvivorList,
  capitalTitanList,
  concentrationList,
  newcomerList,
  oneMonthWonderList,
  persistentWinnerList,
  survivorList,
} from './wallet-lists.ts';

/** All lists that a server keeps; a new one adds its line. */
export const listCatalogue: readonly RankedList[] = [
  closeSums,
  coinKingList,
  liquidatorList,
  survivorList,
  antiSurvivorList,
  persistentWinnerList,
  oneMonthWonderList,
  capitalTitanList,
  newcomerList,
  concentrationList,
  backstopList,
  painList,
  perfectExitList,
];
