/** Who of the smart money is short a coin, since when, and how they did so far. */
import { createClient, RateLimitError, TierError } from '@tidemark/client';

const baseUrl = process.env.TIDEMARK_URL ?? 'http://127.0.0.1:8080';
const tidemark = createClient({ baseUrl, apiKey: process.env.TIDEMARK_KEY });
const coin = process.argv[2] ?? 'BTC';

try {
  const { data, source, limits } = await tidemark.pulse.cohortsPositions({
    tierType: 'pnl',
    tier: 'smart_money',
    limit: 500,
  });
  const shorts = (data ?? []).filter((position) => position.coin === coin && position.side === 'short');
  console.log(`${shorts.length} smart-money wallets are short ${coin} (source: ${source ?? 'exchange'})`);
  for (const { address, notional, openedAt, unrealizedPnl } of shorts.slice(0, 3)) {
    const since = openedAt?.slice(0, 16) ?? 'before the record';
    console.log(
      `${address}  ${notional.toFixed(0).padStart(9)} USD  since ${since}  PnL ${unrealizedPnl.toFixed(0)}`,
    );
  }
  console.log(`${limits.remaining} of ${limits.perMinute} requests a minute left`);

  let recovered = 0;
  for await (const { recoveryAmount } of tidemark.pulse.survivors.rows({ maxTrough: -50_000 }))
    recovered += recoveryAmount;
  console.log(`wallets that came back from 50,000 USD under water won ${recovered.toFixed(0)} USD since`);
} catch (error) {
  if (error instanceof TierError)
    console.error(`this takes the tier ${error.requiredTier}: ${error.upgradeUrl}`);
  else if (error instanceof RateLimitError)
    console.error(`again in ${error.retryAfterMs} ms: ${error.detail}`);
  else throw error;
}
