import { type Clock, systemClock } from '../../../kernel/clock.ts';
import type { WireFill } from '../../../wire/fill.ts';
import { type InfoType, infoReader, infoWeight } from '../../../wire/info-request.ts';
import type { Read } from '../../../wire/payload.ts';
import { withoutAhead } from '../../fills-ahead.ts';
import { InfoError } from './info-error.ts';
import type { InfoReply } from './info-transport.ts';
import { type Unusable, unusableElements } from './unusable.ts';

export type InfoVerdict = {
  /** Actual weight of the request. */
  weight: number;
  /** Unusable elements of the answer, or the whole answer. */
  unusable: Unusable[];
} & (
  | { read: Read<unknown> }
  /** `final`: a retry is useless; `throttledMs`: all requests wait at least this long. */
  | { error: InfoError; final: boolean; throttledMs?: number }
);

/**
 * @param request with the weight of its largest possible answer.
 * @param clock limits how far in the future a fill may be
 */
export function judgeReply(
  request: { type: InfoType; subject: string; weight: number },
  reply: InfoReply,
  clock: Clock = systemClock,
): InfoVerdict {
  const { type, subject, weight } = request;
  if ('failure' in reply) {
    const error = new InfoError('unavailable', type, reply.failure, reply.cause);
    return { weight, unusable: [], error, final: false };
  }
  const { status, body, retryAfterMs = 0 } = reply;
  if (status !== 200) {
    const refused = status >= 400 && status < 500 && status !== 429 && status !== 408;
    const text = `status ${status}: ${JSON.stringify(body.slice(0, 200))}`;
    return {
      weight: infoWeight(type, 0),
      unusable: [],
      error: new InfoError(refused ? 'refused' : 'unavailable', type, text),
      final: refused,
      ...(status === 429 && { throttledMs: retryAfterMs }),
    };
  }
  const whole = (reason: string): Unusable[] => [{ feed: type, subject, part: 'whole', reason, text: body }];
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    // Truncated in transit, or an error page of a proxy: a retry may succeed.
    const reason = 'the answer is no JSON';
    const error = new InfoError('malformed', type, reason, cause);
    return { weight, unusable: whole(reason), error, final: false };
  }
  const answerWeight = infoWeight(type, Array.isArray(value) ? value.length : 0);
  const reading = infoReader(type)(value);
  if ('fault' in reading) {
    const error = new InfoError('malformed', type, reading.fault);
    return { weight: answerWeight, unusable: whole(reading.fault), error, final: true };
  }
  const isOfFills = type === 'userFills' || type === 'userFillsByTime';
  const read = isOfFills ? withoutAhead(reading as Read<WireFill[]>, clock) : reading;
  return { weight: answerWeight, unusable: unusableElements({ feed: type, subject }, read), read };
}
