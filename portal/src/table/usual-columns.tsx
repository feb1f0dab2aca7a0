import type { ComponentChild } from 'preact';
import type { FieldName } from '../api/definitions.ts';
import { Side, Toned } from '../format/change.tsx';
import { amount, count, duration, percent, price, signedUsd, usd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { Coin } from '../names/coin.tsx';
import { Wallet } from '../names/wallet.tsx';
import type { Column } from './column.ts';

type Maybe = number | null | undefined;
type Get<Row, Value> = (row: Row) => Value;

/** Columns that many tables have: each takes its id, head and value, and the field that defines it. */

/** Fields in which the API has funding as paid. */
type PaidField = Extract<FieldName, `${string}.fundingSinceOpen`>;

/** Signed and coloured USD of an amount received or made; for amounts paid see {@link fundingReceived}. */
export function gain<Row>(
  id: string,
  head: string,
  value: Get<Row, Maybe>,
  of?: Exclude<FieldName, PaidField>,
): Column<Row> {
  const cell = (row: Row) => <Toned value={value(row)}>{signedUsd(value(row))}</Toned>;
  return { id, head, value, cell, ...(of && { of }) };
}

/** Negates a field of funding paid: pages always show funding received. */
export function fundingReceived<Row>(paid: Get<Row, Maybe>, of: PaidField): Column<Row> {
  const received = (row: Row) => {
    const usd = paid(row);
    return usd === null || usd === undefined ? usd : 0 - usd;
  };
  return { ...gain('funding', 'Funding received', received), of, isWide: true };
}

/** USD. */
export function dollars<Row>(id: string, head: string, value: Get<Row, Maybe>, of?: FieldName): Column<Row> {
  return { id, head, value, cell: (row) => usd(value(row)), ...(of && { of }) };
}

/** A whole number. */
export function counted<Row>(id: string, head: string, value: Get<Row, Maybe>, of?: FieldName): Column<Row> {
  return { id, head, value, cell: (row) => count(value(row)), ...(of && { of }) };
}

/** Percent, of a number that is percent already. */
export function percents<Row>(id: string, head: string, value: Get<Row, Maybe>, of?: FieldName): Column<Row> {
  return { id, head, value, cell: (row) => percent(value(row)), ...(of && { of }) };
}

export function priced<Row>(id: string, head: string, value: Get<Row, Maybe>, of?: FieldName): Column<Row> {
  return { id, head, value, cell: (row) => price(value(row)), ...(of && { of }) };
}

/** Coins, contracts or shares. */
export function sized<Row>(id: string, head: string, value: Get<Row, Maybe>, of?: FieldName): Column<Row> {
  return { id, head, value, cell: (row) => amount(value(row)), ...(of && { of }) };
}

/** Duration, from milliseconds. */
export function lasting<Row>(id: string, head: string, value: Get<Row, Maybe>, of?: FieldName): Column<Row> {
  return { id, head, value, cell: (row) => duration(value(row)), ...(of && { of }) };
}

/** A time in the reader's zone. */
export function timed<Row>(
  id: string,
  head: string,
  value: Get<Row, string | null | undefined>,
  of?: FieldName,
): Column<Row> {
  return {
    id,
    head,
    value,
    cell: (row) => <Time at={value(row)} form="short" />,
    align: 'left',
    ...(of && { of }),
  };
}

export function wallet<Row>(id: string, head: string, value: Get<Row, string>): Column<Row> {
  return { id, head, value, cell: (row) => <Wallet address={value(row)} />, align: 'left' };
}

export function coined<Row extends { coin: string }>(of?: FieldName): Column<Row> {
  const value = (row: Row) => row.coin;
  return {
    id: 'coin',
    head: 'Coin',
    value,
    cell: (row) => <Coin coin={row.coin} />,
    align: 'left',
    ...(of && { of }),
  };
}

/** long or short. */
export function sided<Row extends { side: string }>(of?: FieldName): Column<Row> {
  const value = (row: Row) => row.side;
  return {
    id: 'side',
    head: 'Side',
    value,
    cell: (row) => <Side side={row.side} />,
    align: 'left',
    ...(of && { of }),
  };
}

/** Unformatted text. */
export function texts<Row>(
  id: string,
  head: string,
  value: Get<Row, string | null | undefined>,
  of?: FieldName,
): Column<Row> {
  return { id, head, value, align: 'left', ...(of && { of }) };
}

/** Buttons of a row. */
export function acting<Row>(cell: (row: Row) => ComponentChild): Column<Row> {
  return { id: 'change', head: 'Actions', cell };
}

/** Columns that a phone leaves out. */
export function wide<Row>(...columns: Column<Row>[]): Column<Row>[] {
  return columns.map((column) => ({ ...column, isWide: true }));
}
