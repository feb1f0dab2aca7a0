import type { LifecycleTruth } from './lifecycle-ledger.ts';
import type { Market } from './market.ts';

/** The part of a fill that says it belongs to a liquidation (docs/exchange.md#liquidations). */
export interface Liquidation {
  victim: number;
  /** In the market's price units. */
  markPx: number;
  method: 'market' | 'backstop';
}

/** A side of a trade as the exchange records it; amounts are the market's integers. */
export interface Fill {
  wallet: number;
  market: Market;
  px: number;
  /** In size units; for a dust conversion in 10^-8, like its balance. */
  sz: number;
  isBuy: boolean;
  /** Position before, in size units; on spot the balance, in 10^-8. */
  start: number;
  dir: string;
  closedPnl: number;
  hash: string;
  oid: number;
  crossed: boolean;
  /** Builder fee included, in `feeToken`. */
  fee: number;
  feeToken: string;
  builderFee: number;
  /** 0 on dust conversions. */
  tid: number;
  cloid: boolean;
  /** Address of the builder that sent the order; empty for none. */
  builder: string;
  /** −1 outside of TWAPs. */
  twapId: number;
  liquidation: Liquidation | undefined;
}

/** A block with fills; a few blocks without fills are reported, too, as a node writes them. */
export interface Block {
  number: number;
  timeMs: number;
  /** Nanoseconds behind the millisecond, 0 to 999,999. */
  timeNs: number;
  /** Milliseconds from the block to its line in the node's file. */
  writeDelayMs: number;
  fills: Fill[];
}

/** A wallet's funding payment of an hour. */
export interface FundingPayment {
  timeMs: number;
  wallet: number;
  market: Market;
  /** 10^-6 of the collateral; negative is paid. */
  received: number;
  szi: number;
  /** 10^-10 per hour. */
  rate: number;
}

/** A movement that is neither a fill nor funding; amounts in 10^-6 USD. */
export type LedgerUpdate = { timeMs: number; wallet: number } & (
  | { type: 'deposit'; dex: number; amount: number }
  | { type: 'spotDeposit'; amount: number }
  | { type: 'subAccountTransfer'; from: number; amount: number }
  | { type: 'vaultDeposit'; vault: number; amount: number }
  /** From its own account on the first dex to the one on another. */
  | { type: 'send'; dex: number; amount: number }
  /** The received amount; the fee stays with the exchange. */
  | { type: 'withdraw'; amount: number; fee: number; nonce: number }
  | { type: 'accountClassTransfer'; amount: number; toPerp: boolean }
  | { type: 'internalTransfer'; from: number; amount: number }
  | { type: 'spotTransfer'; from: number; amount: number; nonce: number }
  | { type: 'vaultWithdraw'; vault: number; amount: number }
  /** HYPE between the spot and the staking account, in 10^-8. */
  | { type: 'cStakingTransfer'; amount: number; isDeposit: boolean }
  | {
      type: 'liquidation';
      isolated: boolean;
      notional: number;
      accountValue: number;
      positions: { market: Market; szi: number }[];
    }
);

/** Events of staking accounts, which the API does not report; amounts in 10^-8 HYPE. */
export type StakingEvent = { timeMs: number } & (
  | { type: 'deposit'; wallet: number; amount: number }
  | { type: 'withdrawal'; wallet: number; amount: number; isFinalized: boolean }
  | { type: 'delegation'; wallet: number; amount: number; validator: string; isUndelegate: boolean }
  | { type: 'rewards'; rewards: readonly (readonly [validator: string, amount: number])[] }
);

/** A status of a TWAP order, with the order at that time; amounts are the market's integers. */
export interface TwapEvent {
  timeMs: number;
  id: number;
  status: 'waitingForTrigger' | 'activated' | 'finished' | 'terminated' | 'stopped';
  wallet: number;
  market: Market;
  isBuy: boolean;
  sz: number;
  executedSz: number;
  /** Sum of price times size. */
  executedNtl: number;
  minutes: number;
  startedMs: number;
  /** The order waits until the mark is above, or below, the price. */
  trigger: { px: number; above: boolean } | undefined;
  stopPx: number | undefined;
}

/** Events of a market. */
export type MarketEvent =
  | { type: 'outcomeCreated'; outcome: number }
  | { type: 'outcomeSettled'; outcome: number }
  | { type: 'delisted'; market: Market };

/** Listeners to an exchange's events, called in order as they happen. An omitted listener costs nothing. */
export interface ExchangeEvents {
  block?(block: Block): void;
  /** Once per hour and perp, before the wallets' payments. Rate and premium in 10^-10. */
  fundingRate?(rate: { timeMs: number; market: Market; rate: number; premium: number }): void;
  funding?(payment: FundingPayment): void;
  ledger?(update: LedgerUpdate): void;
  staking?(event: StakingEvent): void;
  twap?(event: TwapEvent): void;
  market?(event: MarketEvent): void;
  /** A perp position came to its end, or was turned round. */
  lifecycle?(closed: LifecycleTruth): void;
  /** Marks of all markets changed and every book was quoted again. */
  marks?(timeMs: number): void;
  /** An hour has ended, and nothing of the next has happened yet. @param timeMs its end, unix milliseconds */
  hour?(timeMs: number): void;
}
