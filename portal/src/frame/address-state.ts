import { useLocation } from 'preact-iso';

/**
 * A part of the page's state kept in its address, so that links preserve it.
 *
 * @param name of the query parameter
 * @param initial value that is left out of the address
 * @returns the value and its setter
 */
export function useAddressState(name: string, initial: string): [string, (value: string) => void] {
  const { query, route } = useLocation();
  const set = (value: string) => route(addressWith({ [name]: value === initial ? undefined : value }), true);
  return [query[name] ?? initial, set];
}

/** The address of this page with some parameters set, or left out where undefined. */
export function addressWith(changes: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? location.pathname : `${location.pathname}?${query}`;
}
