import { AddressMark, LetterMark } from './mark.tsx';

const ofAddresses = new Set(['wallet', 'builder']);
const ofNames = new Set(['builder', 'coin', 'cohort', 'outcome']);

/** Icon of a search result; none for kinds without an icon, such as pages. */
export function TargetMark({ kind, name }: { kind: string; name: string }) {
  if (ofAddresses.has(kind) && name.startsWith('0x')) return <AddressMark address={name} />;
  return ofNames.has(kind) ? <LetterMark name={name} /> : null;
}
