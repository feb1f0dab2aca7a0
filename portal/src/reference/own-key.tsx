import { currentKey, useSession } from '../api/session.ts';

/** A key that was typed in: it holds until the page is loaded again, and is kept nowhere. */
let typed = '';

/** The key that calls are tried with: the one typed in, else that of the visit. */
export async function triedKey(): Promise<string | undefined> {
  return typed === '' ? currentKey() : typed;
}

/** Input for another key. */
export function OwnKey() {
  const session = useSession();
  const whose =
    session?.key == null
      ? 'Visits have no key of their own here.'
      : session.user === null
        ? 'Default: the key of this visit.'
        : 'Default: a key of your account, for this visit.';
  return (
    <label class="try-input">
      <span>API key</span>
      <input
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="tdm_live_…"
        title={whose}
        defaultValue={typed}
        onInput={({ currentTarget }) => {
          typed = currentTarget.value.trim();
        }}
      />
    </label>
  );
}
