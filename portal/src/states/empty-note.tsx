/** Says why there is nothing to see. */
export function EmptyNote({ why }: { why: string }) {
  return <p class="note empty">{why}</p>;
}
