import { errorCodes } from '../problems/error-codes.ts';
import { htmlDocument } from './html-document.ts';

/** The page that `type` of a problem points at; undefined for an unknown code. */
export function errorPage(code: string): string | undefined {
  const known = Object.hasOwn(errorCodes, code) ? errorCodes[code] : undefined;
  if (known === undefined) return undefined;
  return htmlDocument(
    `${code} – Tidemark errors`,
    `<h1><code>${code}</code></h1>
<p>HTTP status ${known.status}</p>
<h2>What it means</h2>
<p>${known.meaning}</p>
<h2>What to do</h2>
<p>${known.remedy}</p>
<p><a href="../errors">All error codes</a></p>`,
  );
}

/** The list of all codes. */
export function errorIndex(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, meaning }]) =>
      `<li><a href="errors/${code}"><code>${code}</code></a> (${status}): ${meaning}</li>`,
  );
  return htmlDocument('Tidemark errors', `<h1>Errors</h1>\n<ul>\n${rows.join('\n')}\n</ul>`);
}
