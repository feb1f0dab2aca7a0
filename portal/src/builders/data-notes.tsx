/** What attributed means and what is missing: the API's own words, behind one line. */
export function DataNotes({ text }: { text: string }) {
  return (
    <details class="note dim">
      <summary>What these figures cover</summary>
      <p>{text}</p>
    </details>
  );
}
