import { errorCodes } from '../problems/error-codes.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#1b2733}code{background:#eef2f5;padding:0 .25em}';

/** An HTML page. @param body trusted HTML: nothing is escaped */
export function htmlDocument(title: string, body: string): string {
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

/** Default page for callers without a key (`TIDEMARK_SIGNUP_URL` replaces it). */
export function signupPage(): string {
  return htmlDocument(
    'Keys – Tidemark',
    `<h1>How to get a key</h1>
<p>Keys of this service are made by its operator. If that is you:</p>
<pre><code>./tidemark keys create</code></pre>
<p>prints one, also while the service runs. Send it in the header <code>X-API-Key</code>.</p>`,
  );
}

/** Default page for callers at a tier's limits (`TIDEMARK_UPGRADE_URL` replaces it). */
export function upgradePage(): string {
  return htmlDocument(
    'Tiers – Tidemark',
    `<h1>How to get a higher tier</h1>
<p>Tiers of this service are granted by its operator. <code>/api/public/v1/plan</code> says what each of them allows. If that is you:</p>
<pre><code>./tidemark accounts grant ACCOUNT TIER</code></pre>
<p>holds from the next request on, for all keys of the account. Without <code>--account</code>, keys are of the account <code>default</code>.</p>`,
  );
}

/** The page at a problem's `type`; undefined for an unknown code. */
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

export function errorIndex(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, meaning }]) =>
      `<li><a href="errors/${code}"><code>${code}</code></a> (${status}): ${meaning}</li>`,
  );
  return htmlDocument('Tidemark errors', `<h1>Errors</h1>\n<ul>\n${rows.join('\n')}\n</ul>`);
}
