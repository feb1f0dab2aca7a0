import type { CallFailure } from '../api/failure.ts';
import { words } from '../words/states.ts';

/** What to do about a failure. */
function remedyOf({ status, retryAfterSeconds }: CallFailure): string {
  if (status === 0) return words.unreachable;
  if (status === 401) return words.noKey;
  if (status === 403) return words.tierTooLow;
  if (status === 429) return words.limited(retryAfterSeconds);
  if (status === 503) return words.overloaded;
  if (status >= 500) return words.broken;
  return '';
}

/** Says what the API said, its request id and what to do. */
export function FailureNote({ failure, retry }: { failure: CallFailure; retry?: (() => void) | undefined }) {
  const { status, message, requestId, upgradeUrl } = failure;
  const canRetry = retry !== undefined && (status === 0 || status === 429 || status >= 500);
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
        {status === 401 && <a href="/login">Sign in</a>}
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
