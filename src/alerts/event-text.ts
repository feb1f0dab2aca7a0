/** One event, as the stream of its feed has it: `[wallet, fill]`, or a trade of a liquidation. */
export type AlertEvent = readonly [wallet: string, fill: EventFill] | LiquidationEvent;

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

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** One line for people. */
export function eventText(feed: string, event: AlertEvent): string {
  if (!('liquidatedUser' in event)) {
    const [wallet, fill] = event;
    const how = feed.startsWith('twap') ? `${fill.dir}, TWAP` : fill.dir;
    return `${tradeText(fill)} · ${shortWallet(wallet)} · ${how} · ${timeText(fill.time)}`;
  }
  const of = event.liquidatedUser === null ? 'a wallet' : shortWallet(event.liquidatedUser);
  return `liquidation of ${of}: ${tradeText(event)} · ${timeText(event.time)}`;
}

/** The sum is for the eye: the exact decimals stand beside it. */
function tradeText({ side, sz, coin, px }: Pick<EventFill, 'side' | 'sz' | 'coin' | 'px'>): string {
  return `${side === 'B' ? 'buys' : 'sells'} ${sz} ${coin} at ${px} (${usd.format(Number(px) * Number(sz))})`;
}

const shortWallet = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
const timeText = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
