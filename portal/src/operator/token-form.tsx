import { useRef, useState } from 'preact/hooks';
import { CallFailure } from '../api/failure.ts';
import { Panel } from '../states/answer-panel.tsx';
import { words } from '../words/operator.ts';
import { createAdmin } from './admin.ts';
import { AdminFailure } from './admin-list.tsx';

interface TokenFormProps {
  /** Reason why the token is requested again. */
  refused: CallFailure | undefined;
  /** Given a token that the admin surface took. */
  onToken: (token: string) => void;
}

/** Asks for the admin token. Its field has no name, so that no browser can send it as part of an address. */
export function TokenForm({ refused, onToken }: TokenFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState(refused);
  async function enter(): Promise<void> {
    const token = field.current!.value.trim();
    try {
      await createAdmin(token, () => undefined)('GET', 'status');
      onToken(token);
    } catch (fault) {
      // A token with characters that no header takes never leaves the browser.
      setFailure(fault instanceof CallFailure ? fault : new CallFailure(String((fault as Error).message)));
    }
  }
  return (
    <Panel title={words.token} span={5}>
      <form
        class="form panel-body"
        aria-label={words.token}
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <p class="dim">{words.tokenPlace}</p>
        <label class="field">
          <span>{words.token}</span>
          <input ref={field} type="password" autoComplete="off" spellcheck={false} required />
        </label>
        <button type="submit" class="main">
          Sign in
        </button>
        {failure !== undefined && <AdminFailure failure={failure} />}
      </form>
    </Panel>
  );
}
