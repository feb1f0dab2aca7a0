import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

export interface NameProps {
  icon: ComponentChildren;
  /** What it is called. */
  text: string;
  /** What sets it apart from others of the name, such as its dex or its side. */
  badge?: string | undefined;
  /** Of the badge, on hover. */
  badgeTitle?: string | undefined;
  /** On hover: what the name stands for. */
  title?: string | undefined;
  /** Where it leads; nowhere where null. */
  href: string | null;
  /** What its button copies; no button where absent. */
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
