import { useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from 'preact-iso';
import { lookForServer } from './api/status.ts';
import { CallDialog } from './figure/call-dialog.tsx';
import { DefinitionTip } from './figure/definition-tip.tsx';
import { ArchiveBanner } from './frame/archive-banner.tsx';
import { AwayBanner } from './frame/away-banner.tsx';
import { Footer } from './frame/footer.tsx';
import { NotFound } from './frame/not-found.tsx';
import PageAway, { forgetReload } from './frame/page-away.tsx';
import { SimulatedBanner } from './frame/simulated-banner.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { type PageEntry, pages } from './pages.ts';
import { PageFailure } from './states/page-failure.tsx';

/** Links that the portal handles itself; documents and the API are left to the server. */
const ownPages =
  /^(?!\/(api|portal|schemas|errors|assets|health|ready|metrics|(?:openapi|asyncapi)\.json)(\/|$|\?))/;

/** A page whose code does not come within this is shown as one that is not loaded. */
const loadMs = 10_000;

/** Loads the code of a page; if that fails, a page that reports it and waits for the server. */
async function loadPage(load: PageEntry['load']): ReturnType<PageEntry['load']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${loadMs / 1_000} s`)), loadMs);
  });
  try {
    const page = await Promise.race([load(), late]);
    forgetReload();
    return page;
  } catch {
    await lookForServer();
    return { default: PageAway };
  } finally {
    clearTimeout(timer);
  }
}

const routes = pages.map(({ path, load }) => ({ path, component: lazy(() => loadPage(load)) }));

/** The frame with the page of the address in it. */
export function App() {
  const [fault, setFault] = useState<Error>();
  return (
    <LocationProvider scope={ownPages}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <TopBar />
      <SimulatedBanner />
      <ArchiveBanner />
      <AwayBanner />
      <main id="main" tabIndex={-1}>
        {fault !== undefined && <PageFailure fault={fault} />}
        <ErrorBoundary onError={setFault}>
          <Router onRouteChange={() => setFault(undefined)}>
            {routes.map(({ path, component }) => (
              <Route key={path} path={path} component={component} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      <Footer />
      <DefinitionTip />
      <CallDialog />
    </LocationProvider>
  );
}
