import { decimalText } from '../decimal.ts';
import type { FundingPayment, StakingEvent } from '../events.ts';
import { zeroHash } from '../hex.ts';
import { isoNs } from '../node-line.ts';
import { wireUpdates } from '../payloads/ledger-update.ts';
import type { Wallet } from '../population.ts';
import { type RecordedUpdate, walletsOf } from '../record/ledger-history.ts';
import type { MiscEvent } from './node-block.ts';

/** Decimals of a funding rate. */
const rateDecimals = 10;
/** Payments of one event: a node splits an hour of all wallets over several. */
const deltasPerEvent = 250;

/** The payments of an hour, of one dex, in events of {@link deltasPerEvent} at most. */
export function fundingEvents(payments: readonly FundingPayment[], wallets: readonly Wallet[]): MiscEvent[] {
  const events: MiscEvent[] = [];
  for (let from = 0; from < payments.length; from += deltasPerEvent) {
    const part = payments.slice(from, from + deltasPerEvent);
    const deltas = part.map((payment) => deltaOf(payment, wallets)).join(',');
    events.push({ timeMs: part[0]!.timeMs, hash: zeroHash, inner: `{"Funding":{"deltas":[${deltas}]}}` });
  }
  return events;
}

function deltaOf(
  { wallet, market, received, szi, rate }: FundingPayment,
  wallets: readonly Wallet[],
): string {
  return JSON.stringify({
    user: wallets[wallet]!.address,
    coin: market.coin,
    funding_amount: decimalText(received, market.moneyDecimals),
    szi: decimalText(szi, market.szDecimals),
    funding_rate: decimalText(rate, rateDecimals),
  });
}

/** Events of a money movement in a node's files: one for each of its rows in the API. */
export function ledgerEvents(update: RecordedUpdate, wallets: readonly Wallet[]): MiscEvent[] {
  const { timeMs, hash } = update;
  const users = walletsOf(update).map((wallet) => wallets[wallet]!.address);
  return wireUpdates(update, wallets).map(({ delta }) => ({
    timeMs,
    hash,
    inner: JSON.stringify({ LedgerUpdate: { users, delta } }),
  }));
}

/** Event of a staking account. */
export function stakingEvent(event: StakingEvent, wallets: readonly Wallet[]): MiscEvent {
  return { timeMs: event.timeMs, hash: zeroHash, inner: JSON.stringify(innerOf(event, wallets)) };
}

function innerOf(event: StakingEvent, wallets: readonly Wallet[]): object {
  const hype = (amount: number) => decimalText(amount, 8);
  if (event.type === 'rewards') {
    const rewards = event.rewards.map(([validator, amount]) => [validator, hype(amount)]);
    return { ValidatorRewards: { validator_to_reward: rewards } };
  }
  const paid = { user: wallets[event.wallet]!.address, amount: hype(event.amount) };
  if (event.type === 'deposit') return { CDeposit: paid };
  if (event.type === 'withdrawal') return { CWithdrawal: { ...paid, is_finalized: event.isFinalized } };
  const { validator, isUndelegate } = event;
  return { Delegation: { user: paid.user, validator, amount: paid.amount, is_undelegate: isUndelegate } };
}

/** An event of a line. @param timeNs nanoseconds after the millisecond */
export function miscEventText({ timeMs, hash, inner }: MiscEvent, timeNs: number): string {
  return `{"time":"${isoNs(timeMs, timeNs)}","hash":"${hash}","inner":${inner}}`;
}
