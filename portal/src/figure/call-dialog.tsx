import { useEffect, useRef, useState } from 'preact/hooks';
import { type CallTexts, callTexts } from '../api/call-text.ts';
import { type ApiCall, addressOf } from '../api/calls.ts';
import { CopyButton } from '../format/address.tsx';

let show: (call: ApiCall) => void = () => {};

const languages: readonly [keyof CallTexts, string][] = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
];

/** Opens a call as curl, TypeScript and Python. */
export function ApiButton({ call }: { call: ApiCall }) {
  return (
    <button type="button" class="api-button" title={`GET ${addressOf(call)}`} onClick={() => show(call)}>
      API
    </button>
  );
}

/** The one dialog that shows calls; the frame holds it. */
export function CallDialog() {
  const [call, setCall] = useState<ApiCall>();
  const [language, setLanguage] = useState<keyof CallTexts>('curl');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    show = (asked) => {
      setCall(asked);
      dialog.current?.showModal();
    };
  }, []);
  const text = call && callTexts(call, location.origin)[language];
  return (
    <dialog ref={dialog} class="call-dialog" aria-label="The call behind this">
      {call !== undefined && (
        <>
          <header>
            <code>GET {addressOf(call)}</code>
            <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
              ✕
            </button>
          </header>
          <div class="tabs" role="tablist">
            {languages.map(([id, name]) => (
              <button
                key={id}
                type="button"
                role="tab"
                aria-selected={id === language}
                onClick={() => setLanguage(id)}
              >
                {name}
              </button>
            ))}
            <CopyButton text={text ?? ''} label="Copy code" />
          </div>
          <pre>
            <code>{text}</code>
          </pre>
          <footer>
            <a href="/account" onClick={() => dialog.current?.close()}>
              Get a key
            </a>
            <a href={`/docs/reference#${call.id}`} onClick={() => dialog.current?.close()}>
              Reference
            </a>
          </footer>
        </>
      )}
    </dialog>
  );
}
