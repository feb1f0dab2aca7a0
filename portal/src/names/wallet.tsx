import { followed } from '../followed/followed.ts';
import { AddressMark } from './mark.tsx';
import { Name } from './name.tsx';
import { walletPath } from './paths.ts';
import { shortAddress } from './short-address.ts';

interface WalletProps {
  address: string;
  /** Link target; default: the trader's page. Null for no link. */
  href?: string | null;
  /** All 40 digits. */
  isWhole?: boolean;
}

/** Text for a wallet: the visitor's own label, or its short address. */
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
