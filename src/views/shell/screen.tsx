import { memo, Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { FullScreenSpinner } from '../kit/layout/spinner.tsx'
import { NotFound, routes } from '../routes.ts'
import { ShownAddressProvider, useShownLocation, useShownSearch } from './use-machine-location.ts'

/** Memoised, so that opening another screen does not render this one. */
export const Screen = memo(function Screen({ address }: { readonly address: string }) {
  const path = address.split(/[?#]/)[0] ?? '/'
  return (
    <ShownAddressProvider value={address}>
      <Router hook={useShownLocation} searchHook={useShownSearch}>
        {/* Keyed by path, so that a loading screen does not leave the previous one visible. */}
        <Suspense key={path} fallback={<FullScreenSpinner text="Opening the screen" />}>
          <Switch>
            {routes.map(({ path, screen }) => (
              <Route key={path} path={path} component={screen} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </Router>
    </ShownAddressProvider>
  )
})
