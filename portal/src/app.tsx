import { useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from 'preact-iso';
import { CallDialog } from './figure/call-dialog.tsx';
import { DefinitionTip } from './figure/definition-tip.tsx';
import { Footer } from './frame/footer.tsx';
import { NotFound } from './frame/not-found.tsx';
import { SimulatedBanner } from './frame/simulated-banner.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { pages } from './pages.ts';
import { PageFailure } from './states/page-failure.tsx';

/** What the portal leaves to the server: documents and the API. */
const ownPages = /^(?!\/(api|portal|schemas|errors|assets|health|ready|metrics|openapi\.json)(\/|$|\?))/;

const routes = pages.map(({ path, load }) => ({ path, component: lazy(load) }));

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
