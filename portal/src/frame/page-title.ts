import { useEffect } from 'preact/hooks';

/** Names the page in the tab of the browser. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Tidemark' : `${title} – Tidemark`;
  }, [title]);
}
