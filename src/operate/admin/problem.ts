import { type Static, Type } from 'typebox';
import { ControlError, type ControlFault } from '../../control/control-error.ts';
import { UnreadableFile } from '../../ingest/sources/line-reader.ts';
import { Problem } from '../../kernel/problem.ts';
import { requestUrn } from '../../routes/request-name.ts';
import { MixedData } from '../data-mark.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const controlStatus: Readonly<Record<ControlFault, number>> = {
  invalid_input: 400,
  unknown_key: 404,
  unknown_account: 404,
  unknown_entitlement: 404,
  inactive_key: 409,
  key_limit: 409,
  unknown_alert: 404,
  alert_limit: 409,
  unknown_list: 404,
  list_limit: 409,
  list_in_use: 409,
  in_use: 503,
  unavailable: 503,
  schema: 503,
};

/** The fault of the control store that a problem's code stands for; undefined where it stands for none. */
export function controlFaultOf(code: string): ControlFault | undefined {
  const fault = code.toLowerCase();
  return Object.hasOwn(controlStatus, fault) ? (fault as ControlFault) : undefined;
}

/** Codes that the client acts on. */
export const jobEndedCode = 'JOB_ENDED';
export const stoppingCode = 'STOPPING';

/** A problem of the admin surface. */
export function adminProblem(
  status: number,
  code: string,
  detail: string,
  more: { retryAfterSeconds?: number; headers?: Record<string, string>; cause?: unknown } = {},
): Problem {
  return new Problem({ status, code, title: titles[status]!, detail, ...more });
}

/**
 * Turns whatever was thrown into the problem to answer with.
 * @param options.isOperator true where the caller may see the inside: a failure unknown here then says what it is
 */
export function toAdminProblem(
  error: unknown,
  { isOperator, bodyBytesLimit }: { isOperator: boolean; bodyBytesLimit: number },
): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ControlError) {
    const status = controlStatus[error.fault];
    const retry = status === 503 ? { retryAfterSeconds: 1 } : {};
    return adminProblem(status, error.fault.toUpperCase(), error.message, { cause: error, ...retry });
  }
  if (error instanceof MixedData) return adminProblem(409, 'MIXED_DATA', error.message);
  if (error instanceof UnreadableFile) return adminProblem(400, 'UNREADABLE', error.message);
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: unknown; message?: unknown };
  if (name === 'AbortError')
    return adminProblem(503, jobEndedCode, 'The job was ended before it had a result.');
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return adminProblem(413, 'BODY_TOO_LARGE', `The body is longer than ${bodyBytesLimit / 1_024} KiB.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return adminProblem(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return adminProblem(400, 'BAD_REQUEST', 'The body is not as long as Content-Length says.');
  }
  const shown = isOperator
    ? String(message ?? error)
    : 'The service failed to answer. The failure has been logged.';
  return adminProblem(500, 'INTERNAL', shown, { cause: error });
}

/** The body of a problem, RFC 9457. */
export const problemAnswer = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String({ description: 'Names the request.' }),
  code: Type.String({ description: 'Stable: UNKNOWN_KEY, BAD_REQUEST.' }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        location: Type.String({ description: 'body.tier, query.limit, path.id' }),
        message: Type.String(),
        value: Type.Optional(Type.Unknown()),
      }),
    ),
  ),
});

export function adminProblemBody({ fields }: Problem, requestId: string): Static<typeof problemAnswer> {
  const { status, code, title, detail, errors } = fields;
  return { type: 'about:blank', title, status, detail, instance: requestUrn(requestId), code, errors };
}
