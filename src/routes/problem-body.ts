import type { ProblemFields } from '../kernel/problem.ts';

export interface ProblemBodyOptions {
  requestId: string;
  /** Address of the code's page; default `about:blank`. */
  type?: string;
  /** Address where users change their plan, for problems that a higher tier solves. */
  upgradeUrl?: string | undefined;
}

/** The body of a problem on every surface (RFC 9457, docs/contract.md#problem-body): these fields, without undefined ones. */
export function problemBody(
  fields: ProblemFields,
  { requestId, type = 'about:blank', upgradeUrl }: ProblemBodyOptions,
) {
  return {
    type,
    title: fields.title,
    status: fields.status,
    detail: fields.detail,
    instance: requestUrn(requestId),
    code: fields.code,
    reason: fields.reason,
    current_tier: fields.currentTier,
    required_tier: fields.requiredTier,
    upgrade_url: upgradeUrl,
    errors: fields.errors,
  };
}

/** The headers of a problem on every surface, flat. */
export function problemHeaders(fields: ProblemFields, bodyBytes: number): string[] {
  const headers = {
    'Content-Type': fields.legacy ? 'application/json' : 'application/problem+json',
    'Content-Length': String(bodyBytes),
    'Cache-Control': 'no-store',
    ...(fields.retryAfterSeconds !== undefined && { 'Retry-After': String(fields.retryAfterSeconds) }),
    ...fields.headers,
  };
  return Object.entries(headers).flat();
}

function requestUrn(requestId: string): string {
  return `urn:tidemark:request:${requestId}`;
}
