import { RowToggle } from '../table/row-toggle.tsx';
import { type Kind, toggleFollowed, useFollowed } from './followed.ts';

interface StarProps {
  kind: Kind;
  id: string;
}

/** Follows a wallet or a coin, in this browser. */
export function Star({ kind, id }: StarProps) {
  const isFollowed = useFollowed()[kind].includes(id);
  return (
    <button type="button" aria-pressed={isFollowed} onClick={() => toggleFollowed(kind, id)}>
      {isFollowed ? '★ Following' : '☆ Follow'}
    </button>
  );
}

/** The same in a row of a table. */
export function RowStar({ kind, id }: StarProps) {
  return (
    <RowToggle
      isOn={useFollowed()[kind].includes(id)}
      toggle={() => toggleFollowed(kind, id)}
      label={`Follow ${id}`}
      signs={['★', '☆']}
      titles={['Following', 'Follow']}
    />
  );
}
