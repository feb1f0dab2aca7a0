import assert from 'node:assert/strict';
import { ControlError, type ControlFault } from '../../src/control/control-error.ts';

/** A check for `assert.rejects`: a fault of this kind whose message says each of the texts. */
export function fault(kind: ControlFault, ...texts: string[]): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ControlError, String(error));
    assert.equal(error.fault, kind);
    for (const text of texts)
      assert.ok(error.message.includes(text), `"${error.message}" does not say "${text}"`);
    return true;
  };
}
