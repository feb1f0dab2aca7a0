import { coinAddress } from '../market/coin-address.ts';
import { useMarketName } from '../market/market-name.ts';

/** A market by its name, with a link to its page. */
export function Coin({ coin }: { coin: string }) {
  const name = useMarketName(coin);
  return (
    <a href={coinAddress(coin)} title={name === coin ? undefined : coin}>
      {name}
    </a>
  );
}
