import { Type } from 'typebox';
import { ControlError } from '../../control/control-error.ts';
import { controlProblem } from '../../control/control-problem.ts';
import { UnreadableFile } from '../../ingest/sources/line-reader.ts';
import { Problem, refused } from '../../kernel/problem.ts';
import { MixedData } from '../data-mark.ts';

/** Codes that clients evaluate. */
export const jobEndedCode = 'JOB_ENDED';
export const stoppingCode = 'STOPPING';

/** @param isOperator true if the caller may see internals: the message of an unexpected failure */
export function toAdminProblem(error: unknown, isOperator: boolean): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ControlError) return controlProblem(error);
  if (error instanceof MixedData) return refused(409, 'MIXED_DATA', error.message);
  if (error instanceof UnreadableFile) return refused(400, 'UNREADABLE', error.message);
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  if (name === 'AbortError') return refused(503, jobEndedCode, 'The job was stopped before it had a result.');
  const shown = isOperator
    ? String(message ?? error)
    : 'The service failed to answer. The failure has been logged.';
  return refused(500, 'INTERNAL', shown, { cause: error });
}

/** Problem body, RFC 9457. */
export const problemAnswer = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String({ description: 'Id of the request.' }),
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
