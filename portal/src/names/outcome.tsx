import { LetterMark } from './mark.tsx';
import { Name } from './name.tsx';
import { outcomeName } from './outcome-name.ts';
import { outcomePath } from './paths.ts';

/** An outcome by its question. */
export function Outcome({ outcome }: { outcome: Parameters<typeof outcomeName>[0] }) {
  const name = outcomeName(outcome);
  return (
    <Name
      look="long"
      icon={<LetterMark name={name} />}
      text={name}
      title={`Outcome ${outcome.outcomeId}`}
      href={outcomePath(outcome.outcomeId)}
    />
  );
}
