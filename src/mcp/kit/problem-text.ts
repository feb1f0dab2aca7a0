import { tiers } from '../../domain/tier.ts';
import type { Answered } from '../../endpoints/ask.ts';
import { plainText } from './plain-text.ts';

/** Why a section is missing, and what an agent can do about it. */
export interface Trouble {
  section: string;
  /** HTTP status; 0 without a response. */
  status: number;
  code: string;
  message: string;
  fix: string;
  retryAfterSeconds?: number;
  requiredTier?: string;
}

interface ProblemBody {
  code?: string;
  detail?: string;
  error?: string;
  hint?: string;
  required_tier?: string;
  current_tier?: string;
}

/** Describes a response other than 200. @param path template of the endpoint */
export function troubleOf(section: string, { status, headers, body }: Answered, path: string): Trouble {
  const { code = `HTTP_${status}`, detail, error, hint, required_tier: tier } = Object(body) as ProblemBody;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    section,
    status,
    code,
    message: plainText(detail ?? error ?? `The service answered ${status}.`),
    fix: fixOf(status, { seconds, hint, tier, path }),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
    ...(tier !== undefined && { requiredTier: tier }),
  };
}

/** Fixes for a 404, by the path parameter with the unknown value. */
const unknownFixes: readonly [parameter: RegExp, fix: string][] = [
  [/\{(coin|symbol|canonical)\}/, 'Check the spelling; the tool find looks names up.'],
  [/\{date\}/, 'daily without a date gives the newest edition.'],
  [/\{builder\}/, 'builders(view: "leaderboard") lists addresses.'],
  [/\{outcome_id\}/, 'outcomes(view: "list") lists ids; find looks names up.'],
  [/\{id\}/, 'lifecycles(address: …) lists ids.'],
  [/\{address\}/, 'Check the address; find completes its first digits, rank_traders lists wallets.'],
];

function fixOf(
  status: number,
  reported: { seconds: number; hint?: string | undefined; tier?: string | undefined; path: string },
): string {
  const { seconds } = reported;
  if (reported.tier !== undefined) {
    const orHigher = reported.tier === tiers.at(-1) ? '' : ' or a higher one';
    return `It takes a key of the tier ${reported.tier}${orHigher}.`;
  }
  if (reported.hint !== undefined) return plainText(reported.hint);
  if (Number.isFinite(seconds)) return `Call again in ${seconds} s.`;
  if (status === 400 || status === 422)
    return 'Correct the values that the message names. describe_api lists what each takes.';
  if (status === 401) return 'Set a valid API key in X-API-Key or Authorization: Bearer.';
  if (status === 404)
    return unknownFixes.find(([parameter]) => parameter.test(reported.path))?.[1] ?? 'There is none yet.';
  if (status === 504) return 'Ask for a shorter window or fewer rows.';
  if (status === 502 || status === 503) return 'Call again in a few seconds.';
  return 'Call again; if it stays, report it to the operator of the service.';
}
