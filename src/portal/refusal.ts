/** What a page is refused: `code` for it, `message` for its reader. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The body of every refusal, here and of better-auth: `{ code, message }`. */
export function refusalAnswer({ status, code, message, headers }: Refusal): Response {
  return Response.json({ code, message }, { status, headers });
}

/** 429. @param waitMs until another one passes */
export function tooMany(message: string, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new Refusal(429, 'TOO_MANY', `${message} Try again in ${span(seconds)}.`, {
    'Retry-After': String(seconds),
  });
}

/** 400. */
export const unacceptable = (message: string) => new Refusal(400, 'UNACCEPTABLE', message);
/** 401. */
export const notSignedIn = () => new Refusal(401, 'SIGNED_OUT', 'Sign in first.');
/** 404, also for what is somebody else's: who may not see it does not learn that it is there. */
export const unknown = (what: string) => new Refusal(404, 'UNKNOWN', `There is no such ${what}.`);

function span(seconds: number): string {
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
