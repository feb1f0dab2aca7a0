import { words } from '../words/states.ts';

/** Shown where a page itself fails: mostly because the server has a newer one by now. */
export function PageFailure({ fault }: { fault: Error }) {
  return (
    <div class="note failure" role="alert">
      <p>
        {words.pageFailed} {fault.message}
      </p>
      <p class="note-foot">
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  );
}
