interface ChipsProps<Value extends string> {
  label: string;
  options: readonly (readonly [Value, string])[];
  /** Selected options. */
  values: ReadonlySet<string>;
  onChange: (values: Value[]) => void;
}

/** Multiple choice between options in a row: indicators, columns. */
export function Chips<Value extends string>({ label, options, values, onChange }: ChipsProps<Value>) {
  const toggled = (one: Value) =>
    options.map(([id]) => id).filter((id) => (id === one ? !values.has(id) : values.has(id)));
  return (
    <fieldset class="choice" aria-label={label}>
      {options.map(([id, name]) => (
        <button key={id} type="button" aria-pressed={values.has(id)} onClick={() => onChange(toggled(id))}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
