import { Route, Switch } from 'wouter'
import { routes } from '../routes.ts'
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'

/** The screen of the present path. */
export function Screen() {
  return (
    <Switch>
      {routes.map(({ path, screen }) => (
        <Route key={path} path={path} component={screen} />
      ))}
      <Route component={NotFoundScreen} />
    </Switch>
  )
}
