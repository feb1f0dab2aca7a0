import type { closeSums } from '../../archetypes/close-lists.ts';
import type { ListRow } from '../../archetypes/ranked-list.ts';
import type { RankedRows } from '../../archetypes/ranked-rows.ts';

type Columns = (typeof closeSums)['columns'];

/** The sums by one of the keys that one reading sums up by. */
export function closeSumsBy(rows: RankedRows<Columns>, key: 'coin' | 'hour' | 'style'): ListRow<Columns>[] {
  const all = Array.from({ length: rows.count }, (_, place) => rows.row(place));
  return all.filter((row) => (key === 'coin' ? row.coin !== '' : row[key] >= 0));
}
