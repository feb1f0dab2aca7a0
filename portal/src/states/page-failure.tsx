import { words } from '../words/states.ts';

/** Shown if a page's code throws: mostly because the server has a newer version by now. */
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
