import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

export interface NameProps {
  icon: ComponentChildren;
  text: string;
  /** Distinguishes equal names, such as by dex or side. */
  badge?: string | undefined;
  /** Shown when the badge is hovered. */
  badgeTitle?: string | undefined;
  /** Shown on hover: the full meaning of the name. */
  title?: string | undefined;
  /** Link target; null for no link. */
  href: string | null;
  /** Text for the copy button; default: no button. */
  copied?: { text: string; label: string } | undefined;
  /** wallet: digits of one width; long: a sentence, which a phone breaks. */
  look?: 'wallet' | 'long' | undefined;
}

/** Something that has a name: its icon, name and badge as a link, and a button that copies its id. */
export function Name({ icon, text, badge, badgeTitle, title, href, copied, look }: NameProps) {
  const shown = (
    <>
      {text}
      {badge !== undefined && (
        <>
          {' '}
          <small class="name-badge" title={badgeTitle}>
            {badge}
          </small>
        </>
      )}
    </>
  );
  const looks = look === 'long' ? 'long' : undefined;
  return (
    <span class={look === 'wallet' ? 'name wallet' : 'name'}>
      {icon}
      {href === null ? (
        <span class={looks} title={title}>
          {shown}
        </span>
      ) : (
        <a class={looks} href={href} title={title}>
          {shown}
        </a>
      )}
      {copied !== undefined && <CopyButton {...copied} />}
    </span>
  );
}
