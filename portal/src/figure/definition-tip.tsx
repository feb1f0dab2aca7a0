import { useEffect, useState } from 'preact/hooks';
import { definitionOf, type FieldName } from '../api/definitions.ts';

interface Shown {
  /** Named below its definition. */
  field?: FieldName | undefined;
  text: string;
  left: number;
  top: number;
}

let show: (shown: Shown | undefined) => void = () => {};
let wanted: EventTarget | undefined;
const tipId = 'definition-tip';
const tipWidth = 320;

async function open(target: HTMLElement, said: string | Promise<string>, field?: FieldName): Promise<void> {
  wanted = target;
  const text = await said;
  if (wanted !== target || text === '') return;
  const box = target.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - tipWidth - 8));
  show({ field, text, left, top: box.bottom + 6 });
}

function close(): void {
  wanted = undefined;
  show(undefined);
}

/** Attributes of an element that shows a text on hover and focus. */
export function tipProps(said: string | (() => Promise<string>), field?: FieldName) {
  const openHere = (event: { currentTarget: EventTarget | null }) =>
    void open(event.currentTarget as HTMLElement, typeof said === 'string' ? said : said(), field);
  return { onMouseEnter: openHere, onMouseLeave: close, onFocus: openHere, onBlur: close };
}

/** Attributes of an element that shows the definition of a field on hover and focus. */
export function definitionProps(field: FieldName | undefined) {
  if (field === undefined) return {};
  return { 'aria-describedby': tipId, ...tipProps(() => definitionOf(field), field) };
}

/** The one place where tips are shown; the frame holds it. */
export function DefinitionTip() {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    show = setShown;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    addEventListener('keydown', onKey);
    addEventListener('scroll', close, { passive: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', close);
    };
  }, []);
  const at = shown && { left: `${shown.left}px`, top: `${shown.top}px` };
  return (
    <div id={tipId} role="tooltip" class="tip" hidden={shown === undefined} style={at}>
      {shown?.text}
      {shown?.field && <span class="tip-field">{shown.field}</span>}
    </div>
  );
}
