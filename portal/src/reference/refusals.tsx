import facts from 'virtual:reference';
import type { Operation } from './api-document.ts';

/** Refusal statuses of a call, with their possible codes and remedies. */
export function Refusals({ refusals }: Pick<Operation, 'refusals'>) {
  return (
    <>
      <ul class="reference-fields">
        {refusals.map(([status, what]) => (
          <li key={status} id={`status.${status}`}>
            <div class="reference-name">
              <a href={`#status.${status}`}>{status}</a>
              <span>{what}</span>
            </div>
            {facts.codes
              .filter((one) => one.status === status)
              .map(({ code, meaning, remedy }) => (
                <p key={code}>
                  <code>{code}</code> {meaning} <span class="dim">{remedy}</span>
                </p>
              ))}
          </li>
        ))}
      </ul>
      <p>
        <a href="/docs/guides/errors">What a refusal looks like, and when to ask again</a>
      </p>
    </>
  );
}
