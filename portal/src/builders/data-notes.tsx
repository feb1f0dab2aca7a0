/** Attribution and missing data, in the API's own words, collapsed to a line. */
export function DataNotes({ text }: { text: string }) {
  return (
    <details class="note dim">
      <summary>What these figures cover</summary>
      <p>{text}</p>
    </details>
  );
}
