import { followed } from '../followed/followed.ts';
import { AddressMark } from './mark.tsx';
import { Name } from './name.tsx';
import { walletPath } from './paths.ts';
import { shortAddress } from './short-address.ts';

interface WalletProps {
  address: string;
  /** Where it leads; default: the trader's page. Nowhere where null. */
  href?: string | null;
  /** All 40 digits. */
  isWhole?: boolean;
}

/** What a wallet is called: by the visitor's own label, else by its address in short. */
export function walletText(address: string): string {
  return followed().labels[address] ?? shortAddress(address);
}

/** A wallet by its name, with the mark of its address. */
export function Wallet({ address, href = walletPath(address), isWhole = false }: WalletProps) {
  return (
    <Name
      look="wallet"
      icon={<AddressMark address={address} />}
      text={isWhole ? address : walletText(address)}
      title={address}
      href={href}
      copied={{ text: address, label: 'Copy address' }}
    />
  );
}
