interface BalanceBarProps {
  /** Both in the same unit. */
  long: number;
  short: number;
  label: string;
}

/** Two amounts as shares of one bar: longs from the left, shorts from the right. */
export function BalanceBar({ long, short, label }: BalanceBarProps) {
  const all = long + short;
  const share = all === 0 ? 50 : (long / all) * 100;
  return (
    <span class="balance" role="img" aria-label={label} title={label}>
      <span class="long" style={{ width: `${share}%` }} />
      <span class="short" style={{ width: `${all === 0 ? 50 : 100 - share}%` }} />
    </span>
  );
}
