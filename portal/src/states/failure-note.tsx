import type { CallFailure } from '../api/failure.ts';
import { isAway } from '../api/reach.ts';
import { words } from '../words/states.ts';

/** Remedy for a failure. */
function remedyOf({ status, code, requiredTier, retryAfterSeconds }: CallFailure): string {
  if (isAway(status)) return words.unreachable;
  if (needsKey(code)) return words.noKey;
  if (status === 403 && requiredTier !== undefined) return words.tierTooLow;
  if (status === 429) return words.limited(retryAfterSeconds);
  if (status === 503) return words.overloaded;
  if (status >= 500) return words.broken;
  return '';
}

/** True for the API's own refusals of a key; a form of the account is refused with 401, too, and for other reasons. */
function needsKey(code: string | undefined): boolean {
  return code === 'MISSING_API_KEY' || code === 'INVALID_API_KEY';
}

/** The failure that a panel shows: none while the server is away, because the page's banner says that once for all panels. */
export function panelFailure(failure: CallFailure | undefined): CallFailure | undefined {
  return failure !== undefined && isAway(failure.status) ? undefined : failure;
}

/** Shows the API's error, its request id and a remedy. */
export function FailureNote({ failure, retry }: { failure: CallFailure; retry?: (() => void) | undefined }) {
  const { status, code, message, requestId, upgradeUrl } = failure;
  const canRetry = retry !== undefined && (isAway(status) || status === 429 || status >= 500);
  return (
    <div class="note failure" role="alert">
      <p>
        {message} {remedyOf(failure)}
      </p>
      <p class="note-foot">
        {canRetry && (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
        {needsKey(code) && <a href="/login">Sign in</a>}
        {upgradeUrl !== undefined && <a href="/upgrade">Plans</a>}
        {requestId !== undefined && (
          <span class="dim">
            request <code>{requestId}</code>
          </span>
        )}
      </p>
    </div>
  );
}
