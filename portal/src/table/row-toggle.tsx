interface RowToggleProps {
  isOn: boolean;
  toggle: () => void;
  /** Action and its target. */
  label: string;
  /** Drawn while it is on, and while it is off. */
  signs: readonly [on: string, off: string];
  /** On hover, in the same order. */
  titles: readonly [on: string, off: string];
  isDisabled?: boolean;
}

/** A quiet button of a row that is on or off. */
export function RowToggle({ isOn, toggle, label, signs, titles, isDisabled = false }: RowToggleProps) {
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={isOn}
      aria-label={label}
      title={titles[isOn ? 0 : 1]}
      disabled={isDisabled}
      onClick={toggle}
    >
      {signs[isOn ? 0 : 1]}
    </button>
  );
}
