import { memo, Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { FullScreenSpinner } from '../kit/spinner.tsx'
import { routes } from '../routes.ts'
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { ShownAddressProvider, useShownLocation, useShownSearch } from './use-machine-location.ts'

/** The screen of an address. It is not drawn again because another one is being opened. */
export const Screen = memo(function Screen({ address }: { readonly address: string }) {
  const path = address.split(/[?#]/)[0] ?? '/'
  return (
    <ShownAddressProvider value={address}>
      <Router hook={useShownLocation} searchHook={useShownSearch}>
        {/* Of its own for each screen: one that is still being fetched says so, instead of leaving the last one there. */}
        <Suspense key={path} fallback={<FullScreenSpinner text="Opening the screen" />}>
          <Switch>
            {routes.map(({ path, screen }) => (
              <Route key={path} path={path} component={screen} />
            ))}
            <Route component={NotFoundScreen} />
          </Switch>
        </Suspense>
      </Router>
    </ShownAddressProvider>
  )
})
