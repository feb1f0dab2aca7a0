/** Text of a schema; backticks mark code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}
