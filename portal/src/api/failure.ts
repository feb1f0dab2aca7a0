/** Why a call gave no answer, in the words of the API. */
export class CallFailure extends Error {
  /** HTTP status; 0 if the server was not reached. */
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** Delay before the next try, seconds. */
  readonly retryAfterSeconds: number | undefined;
  readonly upgradeUrl: string | undefined;
  readonly requiredTier: string | undefined;

  constructor(message: string, fields: Partial<Omit<CallFailure, keyof Error>> = {}) {
    super(message);
    this.status = fields.status ?? 0;
    this.code = fields.code;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.upgradeUrl = fields.upgradeUrl;
    this.requiredTier = fields.requiredTier;
  }
}

interface ProblemBody {
  detail?: string;
  title?: string;
  error?: string;
  hint?: string;
  code?: string;
  upgrade_url?: string;
  required_tier?: string;
  errors?: readonly { message?: string }[] | null;
}

/** Reads either shape of the API's errors. */
export async function failureOf(answer: Response): Promise<CallFailure> {
  const body = (await answer.json().catch(() => ({}))) as ProblemBody;
  const first = body.errors?.[0]?.message;
  const said = [body.detail ?? body.error ?? body.title, first, body.hint].filter(Boolean).join(' ');
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new CallFailure(said || `The server answered ${answer.status}.`, {
    status: answer.status,
    code: body.code,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    upgradeUrl: body.upgrade_url,
    requiredTier: body.required_tier,
  });
}
