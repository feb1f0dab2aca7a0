import { TargetMark } from '../names/target-mark.tsx';
import { useSearch } from '../search/use-search.ts';

interface UnknownNameProps {
  /** Name in the address, as the reader wrote it. */
  name: string;
  /** Reason, and what a valid address looks like. */
  why: string;
}

/** Empty state of a page whose address names nothing known, with the closest matches. */
export function UnknownName({ name, why }: UnknownNameProps) {
  const found = useSearch(name, true);
  return (
    <section class="panel" aria-label="Not known">
      <p class="note empty">{why}</p>
      {found.length > 0 && (
        <ul class="nearest" aria-label="Nearest">
          {found.slice(0, 6).map(({ kind, name: shown, href }) => (
            <li key={`${kind} ${href}`}>
              <TargetMark kind={kind} name={shown} />
              <a href={href}>{shown}</a> <span class="dim">{kind}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
