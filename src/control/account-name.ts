import { ControlError } from './control-error.ts';

/** Checks a name that a person typed. @throws ControlError `invalid_input` */
export function checkedName(what: string, name: string): string {
  const length = [...name].length;
  if (length < 1 || length > 64 || /\p{C}/u.test(name) || name.trim() !== name) {
    throw new ControlError(
      'invalid_input',
      `${what} must have 1 to 64 printable characters and no space at either end; this one has ${length}`,
    );
  }
  // Browsers drop these two from an address, which then names something else.
  if (name === '.' || name === '..') throw new ControlError('invalid_input', `${what} must not be "${name}"`);
  // A key given as a name by mistake would be stored in the clear.
  if (/tdm_(live|test|temp)_/.test(name)) {
    throw new ControlError('invalid_input', `${what} must not contain an API key`);
  }
  return name;
}
