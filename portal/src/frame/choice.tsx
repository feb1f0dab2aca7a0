interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly (readonly [Value, string])[];
  value: string;
  onChange: (value: Value) => void;
}

/** Single choice between a few options in a row: periods, intervals, views. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice" aria-label={label}>
      {options.map(([id, name]) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChange(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
