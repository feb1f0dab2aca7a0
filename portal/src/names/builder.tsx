import { AddressMark, LetterMark } from './mark.tsx';
import { Name } from './name.tsx';
import { builderPath } from './paths.ts';
import { walletText } from './wallet.tsx';

interface BuilderProps {
  builder: string;
  /** Name from the API, if known. */
  name?: string | undefined;
}

/** A builder by its name, or by its address if it has no name. */
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
