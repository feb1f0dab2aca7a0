/** Where a market is shown: an outcome's side (`#3160`) on the page of its outcome, any other on its own. */
export function coinAddress(coin: string): string {
  const outcome = /^[#+](\d+)\d$/.exec(coin);
  return outcome === null ? `/coin/${encodeURIComponent(coin)}` : `/outcome/${outcome[1]}`;
}
