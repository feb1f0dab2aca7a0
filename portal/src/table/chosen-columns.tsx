import { useLocation } from 'preact-iso';
import { addressWith } from '../frame/address-state.ts';
import { Chips } from '../frame/chips.tsx';
import type { Column } from './column.ts';

const storeKey = (name: string) => `columns.${name}`;

function stored(name: string): string | undefined {
  return localStorage.getItem(storeKey(name)) ?? undefined;
}

/**
 * Columns of a table that its reader chose: as the address says, else as they were chosen last in this browser, else the usual ones.
 *
 * @param name of the table
 * @param fixed ids that are always shown
 */
export function useColumns<Row>(name: string, columns: readonly Column<Row>[], fixed: readonly string[]) {
  const { query, route } = useLocation();
  const parameter = `${name}.columns`;
  const asked = query[parameter] ?? stored(name);
  const optional = columns.filter(({ id }) => !fixed.includes(id));
  const usual = optional.filter(({ isExtra }) => isExtra !== true).map(({ id }) => id);
  const values = new Set(asked === undefined ? usual : asked.split(','));
  const choose = (ids: readonly string[]) => {
    const isUsual = ids.length === usual.length && ids.every((id) => usual.includes(id));
    if (isUsual) localStorage.removeItem(storeKey(name));
    else localStorage.setItem(storeKey(name), ids.join(','));
    route(addressWith({ [parameter]: isUsual ? undefined : ids.join(',') }), true);
  };
  return {
    // Columns chosen by name are shown on a phone, too: its table scrolls.
    shown: columns
      .filter(({ id }) => fixed.includes(id) || values.has(id))
      .map((one) => (asked === undefined || fixed.includes(one.id) ? one : { ...one, isWide: false })),
    chooser: (
      <details class="columns">
        <summary>Columns</summary>
        <Chips
          label="Columns"
          options={optional.map(({ id, head }) => [id, head] as const)}
          values={values}
          onChange={choose}
        />
      </details>
    ),
  };
}
