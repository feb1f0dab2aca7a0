import { pages } from '../pages.ts';
import { words } from '../words/states.ts';
import { usePageTitle } from './page-title.ts';

export function NotFound() {
  usePageTitle('Not found');
  return (
    <div class="note empty">
      <h1>{words.notFound}</h1>
      <p>{words.lookElsewhere}</p>
      <p>
        {pages.map(
          ({ path, nav }) =>
            nav !== undefined && (
              <span key={path}>
                <a href={path}>{nav}</a>{' '}
              </span>
            ),
        )}
      </p>
    </div>
  );
}
