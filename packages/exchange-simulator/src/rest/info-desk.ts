import type { Clock } from '../../../../src/kernel/clock.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import { infoRoutes } from './info-routes.ts';
import { createWeightWindow } from './weight-window.ts';

/** An HTTP answer. */
export interface InfoReply {
  status: number;
  body: string;
}

/** Request statistics of the server. */
export interface InfoUse {
  answered: number;
  /** Refused with 429. */
  refused: number;
  /** Highest weight of an address within a minute. */
  peakWeight: number;
  /** Answered requests by type. */
  byType: Record<string, number>;
}

/** Answers the bodies of `POST /info`, within the weight of each address. */
export interface InfoDesk {
  /** @param request parsed JSON. @param address of the client. */
  answer(request: unknown, address: string): InfoReply;
  use(): InfoUse;
}

/** The exchange's own error text for a malformed request (docs/exchange.md#rest). */
const malformedReply: InfoReply = {
  status: 422,
  body: 'Failed to deserialize the JSON body into the target type',
};
/** Reply for an unknown coin or dex, unless the answer is null anyway. */
const unknownReply: InfoReply = { status: 500, body: 'null' };
const refusedReply: InfoReply = { status: 429, body: 'null' };

export function createInfoDesk(options: {
  record: ExchangeRecord;
  clock: Clock;
  weightPerMinute: number;
  skewMs: number;
  /** Request types that are answered; default: all. */
  types?: ReadonlySet<string> | undefined;
}): InfoDesk {
  const { record, skewMs, types } = options;
  const window = createWeightWindow(options.weightPerMinute, options.clock);
  const byType: Record<string, number> = {};
  let answered = 0;
  let refused = 0;

  return {
    answer(request, address) {
      const type = requestType(request);
      const route = Object.hasOwn(infoRoutes, type) ? infoRoutes[type] : undefined;
      if (route === undefined || types?.has(type) === false) return malformedReply;
      if (!window.take(address, route.weight)) {
        refused += 1;
        return refusedReply;
      }
      const answer = route.answer(record, request, skewMs);
      if (answer === 'malformed') return malformedReply;
      if (answer === 'unknown') return unknownReply;
      // Charged after the answer: as on the exchange, a page that exceeds the remaining weight is still sent.
      window.add(address, Math.ceil(answer.elements / route.elementsPerWeight));
      answered += 1;
      byType[type] = (byType[type] ?? 0) + 1;
      return { status: 200, body: answer.json };
    },
    use: () => ({ answered, refused, peakWeight: window.peak, byType: { ...byType } }),
  };
}

/** '' if the request has no type. */
export function requestType(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const { type } = request as { type?: unknown };
  return typeof type === 'string' ? type : '';
}
