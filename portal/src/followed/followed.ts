import { useEffect, useState } from 'preact/hooks';

/** Followed wallets and coins, labels and recent pages of a visitor. Stored only in this browser. */
export interface Followed {
  /** Lower-case addresses, last added first. */
  wallets: readonly string[];
  coins: readonly string[];
  /** Names that the visitor gave to wallets, by address. */
  labels: Readonly<Record<string, string>>;
  /** Addresses of pages, the newest first. */
  seen: readonly string[];
  /** Selections of traders by the names that the visitor gave: the parameters of their page. */
  views: Readonly<Record<string, string>>;
}

export type Kind = 'wallets' | 'coins';

const storeKey = 'followed';
const changed = 'followedchange';
/** Maximum entries of a list; the oldest is dropped first. */
const most = 50;
const mostSeen = 8;
export const longestLabel = 40;

const texts = (value: unknown, limit: number): string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.length <= 100).slice(0, limit)
    : [];

/** Texts by name. @param longest of them, characters */
function named(value: unknown, longest: number): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, longest)]));
}

/** Parses the stored text; invalid entries are dropped. */
export function readFollowed(text: string | null): Followed {
  let stored: Partial<Record<keyof Followed, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) stored = parsed;
  } catch {
    // Written by something else.
  }
  return {
    wallets: texts(stored.wallets, most),
    coins: texts(stored.coins, most),
    labels: named(stored.labels, longestLabel),
    seen: texts(stored.seen, mostSeen),
    views: named(stored.views, 500),
  };
}

/** Adds an entry at the front, or removes it if present. */
export function toggled(list: readonly string[], one: string): string[] {
  const others = list.filter((known) => known !== one);
  return others.length < list.length ? others : [one, ...others].slice(0, most);
}

/** Moves an entry to the front, or adds it there. */
export const withSeen = (seen: readonly string[], one: string): string[] =>
  [one, ...seen.filter((known) => known !== one)].slice(0, mostSeen);

/** Shared by all readers of a render: a table has hundreds of addresses. */
let current: Followed | undefined;
let isListening = false;

export function followed(): Followed {
  if (!isListening) addEventListener('storage', takeOther);
  isListening = true;
  current ??= readFollowed(localStorage.getItem(storeKey));
  return current;
}

/** Another tab has changed it. */
function takeOther({ key }: StorageEvent): void {
  if (key !== storeKey && key !== null) return;
  current = undefined;
  dispatchEvent(new Event(changed));
}

function keep(next: Followed): void {
  current = next;
  try {
    localStorage.setItem(storeKey, JSON.stringify(next));
  } catch {
    // A browser that stores nothing forgets it with the tab.
  }
  dispatchEvent(new Event(changed));
}

export function toggleFollowed(kind: Kind, id: string): void {
  keep({ ...followed(), [kind]: toggled(followed()[kind], id) });
}

/** Names a wallet for this visitor; an empty name takes the name away. */
export function nameWallet(address: string, label: string): void {
  const { [address]: _, ...others } = followed().labels;
  const name = label.trim().slice(0, longestLabel);
  keep({ ...followed(), labels: name === '' ? others : { ...others, [address]: name } });
}

/** Saves a selection under a name, newest first; undefined deletes it. @param query parameters of its page */
export function keepView(name: string, query: string | undefined): void {
  const { [name]: _, ...others } = followed().views;
  const views = query === undefined ? others : { [name]: query, ...others };
  keep({ ...followed(), views: Object.fromEntries(Object.entries(views).slice(0, most)) });
}

/** Records a visited page. @param path without parameters; undefined for an unknown page */
export function useSeenPage(path: string | undefined): void {
  useEffect(() => {
    if (path !== undefined && followed().seen[0] !== path)
      keep({ ...followed(), seen: withSeen(followed().seen, path) });
  }, [path]);
}

/** The followed entries; rerenders when they change, here or in another tab. */
export function useFollowed(): Followed {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((count) => count + 1);
    addEventListener(changed, again);
    return () => removeEventListener(changed, again);
  }, []);
  return followed();
}
