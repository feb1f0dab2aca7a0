import { type Static, Type } from 'typebox';
import { firstStandInTid } from '../wire/fill-tid.ts';

export interface LoggedFill {
  place: number;
  /** Position within its page. */
  order: number;
  /** Unix milliseconds. */
  timeMs: number;
  /** 0 if the source had no block. */
  block: number;
  /** `0x…` */
  wallet: string;
  coin: string;
  tid: number;
  side: 'B' | 'A';
  /** Price times size, USD. */
  notionalUsd: number;
  isTwap: boolean;
  /** `0x…`; empty if there is none. */
  builder: string;
  liquidation: LoggedLiquidation | undefined;
  /** Further fields of the record; decimals as the exchange writes them. */
  said(): SaidOfFill;
  /** The record as the exchange writes it, JSON. */
  json(): string;
}

/** Decimals as text. */
export interface SaidOfFill {
  px: string;
  sz: string;
  startPosition: string;
  dir: string;
  closedPnl: string;
  fee: string;
  feeToken: string;
  hash: string;
}

/** Liquidation fields of a fill; decimals as text. */
export interface LoggedLiquidation {
  /** Undefined if the source did not name the user. */
  liquidatedUser: string | undefined;
  markPx: string | undefined;
  method: string;
  side: 'B' | 'A';
  px: string;
  sz: string;
  hash: string;
  closedPnl: string;
}

export const fillRow = Type.Object({
  batch: Type.String(),
  time: Type.String(),
  block: Type.String(),
  wallet: Type.String(),
  coin: Type.String(),
  side: Type.String(),
  px: Type.String(),
  sz: Type.String(),
  start: Type.String(),
  dir: Type.String(),
  pnl: Type.String(),
  fee: Type.String(),
  fee_token: Type.String(),
  crossed: Type.Boolean(),
  tid: Type.String(),
  oid: Type.String(),
  hash: Type.String(),
  cloid: Type.String(),
  twap: Type.String(),
  builder: Type.String(),
  builder_fee: Type.String(),
  deployer_fee: Type.String(),
  gas: Type.String(),
  liquidated: Type.String(),
  mark: Type.String(),
  method: Type.String(),
  notional: Type.Number(),
});

type Row = Static<typeof fillRow>;

/** @param order position within its page */
export function fillOf(found: Row, order: number, place: number): LoggedFill {
  const { wallet, coin, builder } = found;
  const [timeMs, tid] = [Number(found.time), Number(found.tid)];
  const liquidation = found.method === '' ? undefined : liquidationOf(found);
  let json: string | undefined;
  return {
    place,
    order,
    timeMs,
    block: Number(found.block),
    wallet,
    coin,
    tid,
    builder,
    side: found.side as 'B' | 'A',
    notionalUsd: found.notional,
    isTwap: found.twap !== '0',
    liquidation,
    said: () => saidOf(found),
    json() {
      json ??= JSON.stringify(wireFill(found, timeMs, tid));
      return json;
    },
  };
}

function saidOf({ px, sz, start, dir, pnl, fee, fee_token: feeToken, hash }: Row): SaidOfFill {
  return {
    px: decimal(px),
    sz: decimal(sz),
    startPosition: decimal(start),
    dir,
    closedPnl: decimal(pnl),
    fee: decimal(fee),
    feeToken,
    hash,
  };
}

function liquidationOf(found: Row): LoggedLiquidation {
  const { liquidated, mark, method, side, px, sz, hash, pnl } = found;
  return {
    liquidatedUser: liquidated || undefined,
    markPx: mark === '0' ? undefined : decimal(mark),
    method,
    side: side as 'B' | 'A',
    px: decimal(px),
    sz: decimal(sz),
    hash,
    closedPnl: decimal(pnl),
  };
}

/** Names, order and formats of the exchange's own record (docs/exchange.md#fill-fields). */
function wireFill(found: Row, time: number, tid: number) {
  const { coin, px, sz, side, start, dir, pnl, hash, oid, crossed, fee, cloid, fee_token: feeToken } = found;
  const { builder, builder_fee, deployer_fee, gas, twap, method, liquidated, mark } = found;
  const amount = (name: string, text: string) => (text === '0' ? {} : { [name]: decimal(text) });
  return {
    coin,
    px: decimal(px),
    sz: decimal(sz),
    side,
    time,
    startPosition: decimal(start),
    dir,
    closedPnl: decimal(pnl),
    hash,
    oid: Number(oid),
    crossed,
    fee: decimal(fee),
    ...(tid < firstStandInTid && { tid }),
    ...(cloid !== '' && { cloid }),
    feeToken,
    ...(builder !== '' && { builder }),
    ...amount('builderFee', builder_fee),
    ...amount('deployerFee', deployer_fee),
    ...amount('priorityGas', gas),
    ...(method !== '' && {
      liquidation: {
        ...(liquidated !== '' && { liquidatedUser: liquidated }),
        ...(mark !== '0' && { markPx: decimal(mark) }),
        method,
      },
    }),
    twapId: twap === '0' ? null : Number(twap),
  };
}

/** The exchange writes whole numbers with one decimal. */
export function decimal(text: string): string {
  return text.includes('.') ? text : `${text}.0`;
}
