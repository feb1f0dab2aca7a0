/** Where a market is shown: an outcome's side (`#3160`) on the page of its outcome, any other on its own. */
export function coinAddress(coin: string): string {
  const outcome = /^[#+](\d+)\d$/.exec(coin);
  return outcome === null ? `/coin/${encodeURIComponent(coin)}` : `/outcome/${outcome[1]}`;
}

/** A market with a link to its page. */
export function Coin({ coin }: { coin: string }) {
  return <a href={coinAddress(coin)}>{coin}</a>;
}
