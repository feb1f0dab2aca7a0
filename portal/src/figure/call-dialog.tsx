import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiCall, addressOf, referenceAddress } from '../api/calls.ts';
import { CallCode } from './call-code.tsx';

let show: (call: ApiCall) => void = () => {};

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
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    show = (asked) => {
      setCall(asked);
      dialog.current?.showModal();
    };
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} class="call-dialog" aria-label="The call behind this">
      {call !== undefined && (
        <>
          <header>
            <code>GET {addressOf(call)}</code>
            <button type="button" aria-label="Close" onClick={close}>
              ✕
            </button>
          </header>
          <CallCode call={call} />
          <footer>
            <a href="/account" onClick={close}>
              Get a key
            </a>
            <a href={referenceAddress(call)} onClick={close}>
              Reference
            </a>
          </footer>
        </>
      )}
    </dialog>
  );
}
