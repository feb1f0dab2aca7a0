import { Type } from 'typebox';

/** A number as the contract's `double`: USD, percent, price or size; the description says which. */
export const double = (description: string) => Type.Number({ format: 'double', description });

/** A count or an id as the contract's `int64`. */
export const int64 = (description: string) => Type.Integer({ format: 'int64', description });

/** RFC 3339 in UTC with milliseconds. */
export const dateTime = (description: string) => Type.String({ format: 'date-time', description });

/** `YYYY-MM-DD`. */
export const utcDay = (description: string) =>
  Type.String({ description: `${description} (UTC, YYYY-MM-DD)` });

/** Lower-case wallet address. */
export const walletAddress = () => Type.String({ description: 'Wallet address, lower case.' });
