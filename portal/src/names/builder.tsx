import { AddressMark, LetterMark } from './mark.tsx';
import { Name } from './name.tsx';
import { builderPath } from './paths.ts';
import { walletText } from './wallet.tsx';

interface BuilderProps {
  builder: string;
  /** By the API, where one is known. */
  name?: string | undefined;
}

/** A builder by its name; by its address where it has none. */
export function Builder({ builder, name }: BuilderProps) {
  return (
    <Name
      look={name ? undefined : 'wallet'}
      icon={name ? <LetterMark name={name} /> : <AddressMark address={builder} />}
      text={name || walletText(builder)}
      title={builder}
      href={builderPath(builder)}
      copied={{ text: builder, label: 'Copy address' }}
    />
  );
}
