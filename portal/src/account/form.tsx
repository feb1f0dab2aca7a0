import type { ComponentChildren } from 'preact';
import type { CallFailure } from '../api/failure.ts';
import { FailureNote } from '../states/failure-note.tsx';

interface FormProps {
  label: string;
  /** On its button. */
  action: string;
  isBusy: boolean;
  failure: CallFailure | undefined;
  onSubmit: (fields: Record<string, string>) => void;
  children: ComponentChildren;
}

/** Fields, a button, and the failure. */
export function Form({ label, action, isBusy, failure, onSubmit, children }: FormProps) {
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        onSubmit(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])));
      }}
    >
      {children}
      <button type="submit" class="main" disabled={isBusy}>
        {action}
      </button>
      {failure !== undefined && <FailureNote failure={failure} />}
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number';
  autoComplete?: string;
  minLength?: number;
  maxLength?: number;
  value?: string;
  optional?: boolean;
}

/** A field with its name above it. */
export function Field({ name, label, type = 'text', optional = false, value, ...limits }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input {...({ name, type, required: !optional, defaultValue: value ?? '', ...limits } as object)} />
    </label>
  );
}

/** A password that is chosen, within the bounds that the service holds it to. */
export function NewPasswordField({ label }: { label: string }) {
  const bounds = { minLength: 10, maxLength: 128 };
  return <Field name="password" {...{ label, ...bounds }} type="password" autoComplete="new-password" />;
}
