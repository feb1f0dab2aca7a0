import type { Parameter } from './api-document.ts';

/** Values of parameters as they are typed; empty: left out. */
export type TypedValues = Readonly<Record<string, string>>;

/** Value in the form of a program; a value of the wrong type stays text, for the service to refuse. */
export function typedValue(
  { schema }: Parameter,
  text: string,
): string | number | boolean | readonly string[] {
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (schema.type === 'array') return text.split(',').map((part) => part.trim());
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The values that are given, as programs write them. */
export function typedValues(parameters: readonly Parameter[], values: TypedValues) {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const text = values[parameter.name] ?? '';
      return text === '' ? [] : [[parameter.name, typedValue(parameter, text)] as const];
    }),
  );
}

interface InputProps {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

/** A list if the parameter has choices, else a text input. */
function Input({ parameter: { name, schema, required, example }, value, onChange }: InputProps) {
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String);
  const id = `try.${name}`;
  const usual = schema.default === undefined ? '' : `default: ${schema.default}`;
  return (
    <div class="try-input">
      <label htmlFor={id}>
        {name}
        {required && <span class="warn"> *</span>}
      </label>
      {choices === undefined ? (
        <input
          id={id}
          value={value}
          autocomplete="off"
          spellcheck={false}
          required={required}
          placeholder={usual || (example === undefined ? '' : `such as ${example}`)}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {!required && <option value="">{usual || 'left out'}</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </div>
  );
}

interface ParameterInputsProps {
  parameters: readonly Parameter[];
  values: TypedValues;
  onChange: (name: string, value: string) => void;
}

/** A line for each parameter. */
export function ParameterInputs({ parameters, values, onChange }: ParameterInputsProps) {
  return (
    <>
      {parameters.map((parameter) => (
        <Input
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          onChange={(value) => onChange(parameter.name, value)}
        />
      ))}
    </>
  );
}
