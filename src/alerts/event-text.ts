/** One event as its stream sends it: `[wallet, fill]`, a liquidation trade, a named event or a gap. */
export type AlertEvent =
  | readonly [wallet: string, fill: EventFill]
  | LiquidationEvent
  | NamedEvent
  | QualityEvent
  | TwapEvent;

interface EventFill {
  coin: string;
  px: string;
  sz: string;
  side: 'B' | 'A';
  time: number;
  dir: string;
}

interface LiquidationEvent extends Omit<EventFill, 'dir'> {
  liquidatedUser: string | null;
}

/** A position lifecycle event or an outcome event. */
interface NamedEvent extends Omit<EventFill, 'side' | 'dir'> {
  event: string;
  wallet: string;
  side: 'B' | 'A' | 'long' | 'short';
}

interface QualityEvent {
  event: 'opened' | 'lost' | 'healed';
  gap: string;
  feed: string;
  wallet?: string;
  coin?: string;
  from: string;
  to: string;
  reason: string;
}

interface TwapTerms {
  coin: string;
  user: string;
  side: 'B' | 'A';
  sz: string;
  minutes: number;
}

/** Event of twapOrders (fields at the top), or of twapStatuses (fields in `state`). */
type TwapEvent = { twapId: number | null; time: number; status: string; description?: string } & (
  | TwapTerms
  | { state: TwapTerms & { executedSz: string } }
);

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

export function eventText(feed: string, event: AlertEvent): string {
  if ('gap' in event) return gapText(event);
  if ('twapId' in event) return twapText(event);
  if ('event' in event) return namedText(event);
  if (!('liquidatedUser' in event)) {
    const [wallet, fill] = event;
    const how = feed.startsWith('twap') ? `${fill.dir}, TWAP` : fill.dir;
    return `${tradeText(fill)} · ${shortWallet(wallet)} · ${how} · ${timeText(fill.time)}`;
  }
  const of = event.liquidatedUser === null ? 'a wallet' : shortWallet(event.liquidatedUser);
  return `liquidation of ${of}: ${tradeText(event)} · ${timeText(event.time)}`;
}

function gapText({ event, feed, wallet, coin, from, to, reason }: QualityEvent): string {
  const of = [
    feed,
    ...(coin === undefined ? [] : [coin]),
    ...(wallet === undefined ? [] : [shortWallet(wallet)]),
  ];
  return `gap ${event}: ${of.join(' of ')} · ${from} to ${to} · ${reason}`;
}

function twapText(event: TwapEvent): string {
  const { coin, user, side, sz, minutes } = 'state' in event ? event.state : event;
  const done = 'state' in event ? `, ${event.state.executedSz} done` : '';
  const why = event.description === undefined ? '' : ` (${event.description})`;
  const what = `${side === 'B' ? 'buys' : 'sells'} ${sz} ${coin} over ${minutes} minutes${done}`;
  return `TWAP ${event.status}${why}: ${what} · ${shortWallet(user)} · ${timeText(event.time)}`;
}

function namedText({ event, wallet, side, sz, coin, px, time }: NamedEvent): string {
  const trade =
    side === 'long' || side === 'short'
      ? `${event} ${side}: ${sz} ${coin} at ${px} (${usd.format(Number(px) * Number(sz))})`
      : `${event}: ${tradeText({ side, sz, coin, px })}`;
  return `${trade} · ${shortWallet(wallet)} · ${timeText(time)}`;
}

/** Rounds the sum to whole USD; size and price keep their exact decimals. */
function tradeText({ side, sz, coin, px }: Pick<EventFill, 'side' | 'sz' | 'coin' | 'px'>): string {
  return `${side === 'B' ? 'buys' : 'sells'} ${sz} ${coin} at ${px} (${usd.format(Number(px) * Number(sz))})`;
}

const shortWallet = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
const timeText = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
