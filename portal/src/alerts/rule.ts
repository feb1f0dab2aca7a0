import { feedNames } from '../words/alerts.ts';

/** Feed and filter of an alert, as a subscription of streams has them. */
export interface AlertOf {
  type: string;
  coin?: string;
  user?: string;
  users?: readonly string[];
  wallets?: readonly string[];
  coins?: readonly string[];
  dex?: string;
  side?: string;
  minNotionalUsd?: string | number;
  cohort?: string;
  list?: string;
  events?: readonly string[];
}

export interface AlertRow {
  id: string;
  name: string;
  feed: string;
  /** Address with its secret parts removed. */
  url: string;
  format: 'json' | 'discord' | 'slack' | 'telegram';
  coolDownMs: number;
  state: 'active' | 'paused' | 'off';
  /** Why it is paused or off. */
  reason?: string;
  /** Messages that wait. */
  pending: number;
  firedAt?: string;
  throttledUntil?: string;
  createdAt: string;
  /** Of messages that are kept. */
  events: number;
  deliveredAt?: string;
}

export interface AlertFeed {
  type: string;
  argument?: 'coin' | 'user' | 'users' | 'cohort';
  /** Names of its events, if it has several kinds. */
  events: readonly string[];
  /** False for feeds of other changes, such as gaps. */
  isOfFills: boolean;
  tier: string;
  isAllowed: boolean;
}

export interface AlertList {
  alerts: AlertRow[];
}

/** How many alerts an account may have, and of which feeds. */
export interface AlertTerms {
  limit: number;
  tier: string;
  feeds: AlertFeed[];
}

export type Alerts = AlertList & AlertTerms;

/** Maximum wallets of a form; the server accepts this many in one request. */
export const walletsLimit = 1_000;

export interface Delivery {
  id: string;
  events: number;
  state: 'pending' | 'delivered' | 'skipped';
  attempts: number;
  status?: number;
  fault?: string;
  createdAt: string;
  nextAt?: string;
  endedAt?: string;
}

export const feedName = (type: string) => feedNames[type] ?? type;

/** Values of the form's fields. */
export type Fields = Readonly<Record<string, string>>;

/** Name of the form field for a kind of event of a feed. */
export const eventField = (name: string) => `event:${name}`;

/** Entries of a field, separated by commas, spaces or lines. */
export const entriesOf = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '');

/** Filter values of the form, without empty fields. */
export function askedOf(fields: Fields, argument: AlertFeed['argument']): Record<string, unknown> {
  const text = (name: string) => (fields[name] ?? '').trim();
  const list = (name: string) => entriesOf(text(name));
  const [wallets, coins] = [list('wallets'), list('coins')];
  const ofCoin = argument === 'coin';
  const events = Object.keys(fields)
    .filter((name) => name.startsWith(eventField('')))
    .map((name) => name.slice(eventField('').length));
  return {
    feed: text('feed'),
    ...(ofCoin && { coin: text('coin') }),
    ...(argument === 'user' && { user: text('user') }),
    ...(wallets.length > 0 && argument !== 'user' && { wallets }),
    ...(coins.length > 0 && !ofCoin && { coins }),
    ...(events.length > 0 && { events }),
    ...(['side', 'minNotionalUsd', 'cohort', 'list'] as const).reduce<Record<string, string>>(
      (given, name) => {
        if (text(name) !== '') given[name] = text(name);
        return given;
      },
      {},
    ),
  };
}

/** The fields of an alert that there is. */
export function fieldsOf(of: AlertOf): Fields {
  return {
    feed: of.type,
    coin: of.coin ?? '',
    user: of.user ?? '',
    side: of.side ?? '',
    cohort: of.cohort ?? '',
    list: of.list ?? '',
    wallets: (of.users ?? of.wallets ?? []).join('\n'),
    coins: (of.coins ?? []).join(', '),
    minNotionalUsd: String(of.minNotionalUsd ?? ''),
    ...Object.fromEntries((of.events ?? []).map((name) => [eventField(name), 'on'])),
  };
}
