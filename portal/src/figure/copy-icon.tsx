/** Two sheets. */
export function CopyIcon() {
  return (
    <svg class="icon" viewBox="0 0 12 12" aria-hidden="true">
      <path d="M4 4V1.5h6.5V8H8M1.5 4H8v6.5H1.5z" fill="none" stroke="currentColor" />
    </svg>
  );
}
