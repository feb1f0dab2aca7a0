import { CopyButton } from '../names/copy-button.tsx';

interface CodeBlockProps {
  text: string;
  /** Label for screen readers. */
  label: string;
  /** True: at most as high as the page allows, and scrolled beyond that. */
  isBounded?: boolean;
}

/** Program text with a copy button; overflow scrolls, also by keyboard. */
export function CodeBlock({ text, label, isBounded = false }: CodeBlockProps) {
  return (
    <section class="code" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by its keys */}
      <pre class={isBounded ? 'bounded' : undefined} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label="Copy code" />
    </section>
  );
}
