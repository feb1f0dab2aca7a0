import { AddressMark, LetterMark } from './mark.tsx';

const ofAddresses = new Set(['wallet', 'builder']);
const ofNames = new Set(['builder', 'coin', 'cohort', 'outcome']);

/** The icon of something that a search found; none for what has none, such as a page. */
export function TargetMark({ kind, name }: { kind: string; name: string }) {
  if (ofAddresses.has(kind) && name.startsWith('0x')) return <AddressMark address={name} />;
  return ofNames.has(kind) ? <LetterMark name={name} /> : null;
}
