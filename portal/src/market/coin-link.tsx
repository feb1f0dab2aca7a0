import { coinAddress } from './coin-address.ts';

/** A coin, by the exchange's own name. */
export function CoinLink({ coin }: { coin: string }) {
  return <a href={coinAddress(coin)}>{coin}</a>;
}
