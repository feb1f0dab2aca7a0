import { CopyButton } from '../names/copy-button.tsx';
import { words } from '../words/operator.ts';

/** A secret that is shown this once. */
export function Once({ text, label }: { text: string; label: string }) {
  return (
    <div class="secret" role="status">
      <p>{words.once}</p>
      <code>{text}</code> <CopyButton text={text} label={label} />
    </div>
  );
}
