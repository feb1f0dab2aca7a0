import { liquidatorList } from './close-lists.ts';
import { backstopList, painList, perfectExitList } from './event-lists.ts';
import type { RankedList } from './ranked-list.ts';
/** Lists that are read whole when lifecycles changed. */
export const listCatalogue: readonly RankedList[] = [liquidatorList, backstopList, painList, perfectExitList];
