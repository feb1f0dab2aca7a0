/** Where a coin's page is. */
export function coinAddress(coin: string): string {
  return `/coin/${encodeURIComponent(coin)}`;
}

/** A coin, by the exchange's own name. */
export function CoinLink({ coin }: { coin: string }) {
  return <a href={coinAddress(coin)}>{coin}</a>;
}
