import { useState } from 'preact/hooks';
import { type CallTexts, callTexts } from '../api/call-text.ts';
import type { ApiCall } from '../api/calls.ts';
import { Choice } from '../frame/choice.tsx';
import { CodeBlock } from './code-block.tsx';

const languages: readonly (readonly [keyof CallTexts, string])[] = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
];
/** The reader's choice, kept for the next call. */
let chosen: keyof CallTexts = 'curl';

/** A call as curl, TypeScript and Python. */
export function CallCode({ call }: { call: ApiCall }) {
  const [language, setLanguage] = useState(chosen);
  const choose = (next: keyof CallTexts) => {
    chosen = next;
    setLanguage(next);
  };
  return (
    <>
      <div class="tabs">
        <Choice label="Language" options={languages} value={language} onChange={choose} />
      </div>
      <CodeBlock text={callTexts(call, location.origin)[language]} label="The call" />
    </>
  );
}
