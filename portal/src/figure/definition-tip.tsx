import { useEffect, useState } from 'preact/hooks';
import { definitionOf, type FieldName } from '../api/definitions.ts';

interface Shown {
  field: FieldName;
  text: string;
  left: number;
  top: number;
}

let show: (shown: Shown | undefined) => void = () => {};
let wanted: FieldName | undefined;
const tipId = 'definition-tip';
const tipWidth = 320;

async function open(target: HTMLElement, field: FieldName): Promise<void> {
  wanted = field;
  const text = await definitionOf(field);
  if (wanted !== field || text === '') return;
  const box = target.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - tipWidth - 8));
  show({ field, text, left, top: box.bottom + 6 });
}

function close(): void {
  wanted = undefined;
  show(undefined);
}

/** Attributes of an element that shows the definition of a field on hover and focus. */
export function definitionProps(field: FieldName | undefined) {
  if (field === undefined) return {};
  const openHere = (event: { currentTarget: EventTarget | null }) =>
    void open(event.currentTarget as HTMLElement, field);
  return {
    'aria-describedby': tipId,
    onMouseEnter: openHere,
    onMouseLeave: close,
    onFocus: openHere,
    onBlur: close,
  };
}

/** The one place where definitions are shown; the frame holds it. */
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
      <span class="tip-field">{shown?.field}</span>
    </div>
  );
}
