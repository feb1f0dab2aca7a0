import { useState } from 'preact/hooks';
import { longestLabel, nameWallet, useFollowed } from './followed.ts';

/** The name that a visitor gives a wallet, and a way to give it. */
export function WalletName({ address }: { address: string }) {
  const label = useFollowed().labels[address] ?? '';
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button type="button" onClick={() => setOpen(true)}>
        {label === '' ? 'Label' : 'Rename'}
      </button>
    );
  }
  return (
    <form
      class="wallet-name"
      onSubmit={(event) => {
        event.preventDefault();
        nameWallet(address, String(new FormData(event.currentTarget).get('label') ?? ''));
        setOpen(false);
      }}
    >
      <input
        name="label"
        aria-label="Your name for this wallet, kept in this browser"
        placeholder="Your name for it"
        maxLength={longestLabel}
        defaultValue={label}
        // The visitor has asked for it.
        ref={(input) => input?.focus()}
      />
      <button type="submit">Save</button>
    </form>
  );
}
