import { Type } from 'typebox';
import { alertFormats } from '../control/alert-store.ts';
import { dayMs } from '../kernel/clock.ts';
import { argumentInputs } from '../streams/feed-arguments.ts';

/** Input schemas of alerts, shared by the operator API and the portal pages. */

export const format = Type.Enum([...alertFormats]);
export const coolDownMs = Type.Integer({ minimum: 0, maximum: 30 * dayMs });
export const url = Type.String({ minLength: 1, maxLength: 2_000 });

export const params = { feed: Type.String({ minLength: 1, maxLength: 64 }), ...argumentInputs };
/** Fits ten thousand wallets. */
export const bodyBytesLimit = 1_024 * 1_024;
