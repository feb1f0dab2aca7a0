/** The id of a position's lifecycle with a link to its page. */
export function PositionLink({ id, name }: { id: number; name?: string }) {
  return <a href={`/lifecycle/${id}`}>{name ?? `#${String(id).slice(-6)}`}</a>;
}
