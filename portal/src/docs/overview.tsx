import { contents } from './contents.ts';

/** List of all documents. */
export function Overview() {
  return (
    <>
      <h1>Docs</h1>
      <p>
        Every number on these pages comes from one API: GET, JSON, one key. What is shown here can be asked
        for by a program, with the same definitions.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line wider than the screen is scrolled by its keys */}
      <pre tabIndex={0}>
        <code>{`curl -H "X-API-Key: $TIDEMARK_KEY" "${location.origin}/api/public/v1/pulse/leaderboard?limit=5"`}</code>
      </pre>
      {contents.map(({ name, pages }) => (
        <section key={name}>
          <h2>{name}</h2>
          <dl class="docs-list">
            {pages.map(({ href, name: title, what }) => (
              <div key={href}>
                <dt>
                  <a href={href}>{title}</a>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
