import { CopyButton } from '../names/copy-button.tsx';

interface CodeBlockProps {
  text: string;
  /** What it is, for a reader who does not see it. */
  label: string;
  /** As high as the page allows, and scrolled beyond that. */
  isBounded?: boolean;
}

/** Text of a program, with a button that copies it; what is wider or higher than its place is scrolled, also by keys. */
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
