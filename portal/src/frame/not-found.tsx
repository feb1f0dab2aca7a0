import { words } from '../words/states.ts';
import { usePageTitle } from './page-title.ts';

export function NotFound() {
  usePageTitle('Not found');
  return (
    <div class="note empty">
      <h1>{words.notFound}</h1>
      <p>
        <a href="/">To the overview</a>
      </p>
    </div>
  );
}
