import { Type } from 'typebox';
import { readFill, type WireFill } from './fill.ts';
import { fundingEvent } from './funding.ts';
import { eachOf, payload, type Reader, readEach, type ValueOf } from './payload.ts';
import { address, decimal, flag, id, optional } from './scalar.ts';

/** Fills keep their fields as they came: the columns they go to pick what they need. */
const fillElement: { name: string; read: Reader<WireFill> } = {
  name: 'fill',
  read(value) {
    const reading = readFill(value);
    if (typeof reading === 'string') return { fault: reading };
    const { fill, odd } = reading;
    const parts = odd.map((reason) => ({ index: 0, reason, value }));
    return { data: fill, rejected: [], ...(parts.length > 0 && { odd: parts }) };
  },
};

/** The answer of `userFills` (newest first) and `userFillsByTime` (oldest first). */
export const readFills = eachOf(fillElement);

const fillsFrame = payload(
  'userFills',
  Type.Object({ user: address, isSnapshot: optional(flag), fills: Type.Array(Type.Unknown()) }),
);

export interface WireUserFills {
  user: string;
  /** True on the first message, which repeats recent history; some later ones lack the flag. */
  isSnapshot: boolean;
  fills: WireFill[];
}

export const readUserFills: Reader<WireUserFills> = (value) => {
  const frame = fillsFrame.read(value);
  if ('fault' in frame) return frame;
  const { user, isSnapshot = false, fills } = frame.data;
  const { data, ...beside } = readEach(fillElement, fills);
  return { data: { user, isSnapshot, fills: data }, ...beside };
};

const eventFrame = payload(
  'userEvents',
  Type.Object({
    fills: optional(Type.Array(Type.Unknown())),
    funding: optional(fundingEvent),
    liquidation: optional(
      Type.Object({
        lid: id,
        liquidator: address,
        liquidated_user: address,
        liquidated_ntl_pos: decimal,
        liquidated_account_value: decimal,
      }),
    ),
  }),
);

/** A message of channel `user`, which answers the subscription `userEvents`: one of its fields is there, or none it reads. */
export type WireUserEvent = Omit<ValueOf<typeof eventFrame>, 'fills'> & { fills?: WireFill[] };

export const readUserEvent: Reader<WireUserEvent> = (value) => {
  const frame = eventFrame.read(value);
  if ('fault' in frame) return frame;
  const { fills, ...event } = frame.data;
  if (fills === undefined) return { data: event, rejected: [] };
  const { data, ...beside } = readEach(fillElement, fills);
  return { data: { ...event, fills: data }, ...beside };
};
