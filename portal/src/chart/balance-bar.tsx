interface BalanceBarProps {
  /** Both in the same unit. */
  long: number;
  short: number;
  label: string;
}

/** Two amounts as shares of one bar: longs from the left, shorts from the right; without either it is empty. */
export function BalanceBar({ long, short, label }: BalanceBarProps) {
  const all = long + short;
  const share = (part: number) => ({ width: `${all === 0 ? 0 : (part / all) * 100}%` });
  return (
    <span class="balance" role="img" aria-label={label} title={label}>
      <span class="long" style={share(long)} />
      <span class="short" style={share(short)} />
    </span>
  );
}
