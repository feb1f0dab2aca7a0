"""Who of the smart money is short a coin, since when, and how they did so far."""
import os
import sys

from tidemark_client import Client, RateLimitError, TierError

coin = sys.argv[1] if len(sys.argv) > 1 else "BTC"
base_url = os.environ.get("TIDEMARK_URL", "http://127.0.0.1:8080")

with Client(base_url, os.environ["TIDEMARK_KEY"]) as tidemark:
    try:
        answer = tidemark.pulse.cohorts_positions("pnl", "smart_money", limit=500)
        shorts = [one for one in answer.data or [] if one["coin"] == coin and one["side"] == "short"]
        print(f"{len(shorts)} smart-money wallets are short {coin} (source: {answer.source or 'exchange'})")
        for one in shorts[:3]:
            since = one.get("openedAt", "before the record")[:16]
            notional, pnl = one["notional"], one["unrealizedPnl"]
            print(f"{one['address']}  {notional:9.0f} USD  since {since}  PnL {pnl:.0f}")
        print(f"{answer.limits.remaining} of {answer.limits.per_minute} requests a minute left")

        rows = tidemark.pulse.survivors_rows(max_trough=-50_000)
        recovered = sum(row["recoveryAmount"] for row in rows)
        print(f"wallets that came back from 50,000 USD under water won {recovered:.0f} USD since")
    except TierError as error:
        sys.exit(f"this takes the tier {error.required_tier}: {error.upgrade_url}")
    except RateLimitError as error:
        sys.exit(f"again in {error.retry_after_s} s: {error.detail}")
