import { errorCodes } from './error-codes.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#1b2733}code{background:#eef2f5;padding:0 .25em}';

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The page that `type` of a problem points at; undefined for an unknown code. */
export function errorPage(code: string): string | undefined {
  const known = Object.hasOwn(errorCodes, code) ? errorCodes[code] : undefined;
  if (known === undefined) return undefined;
  return document(
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
  return document('Tidemark errors', `<h1>Errors</h1>\n<ul>\n${rows.join('\n')}\n</ul>`);
}
