/** The least plan that may use something. */
export function TierBadge({ tier }: { tier: string }) {
  const name = `${tier.slice(0, 1).toUpperCase()}${tier.slice(1)}`;
  return (
    <span class={`tier-badge ${tier}`} title={`For plans from ${name} on`}>
      {name}
    </span>
  );
}
