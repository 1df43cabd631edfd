import { type ComponentType, lazy } from 'react'
import { LaterScreen } from './screens/later/later-screen.tsx'
import { laterScreens } from './screens/later/later-screens.ts'
import { LogoutScreen } from './screens/logout/logout-screen.tsx'

interface AppRoute {
  readonly path: string
  readonly screen: ComponentType
}

const home = lazy(() => import('./screens/home/home-screen.tsx').then((m) => ({ default: m.HomeScreen })))
const backtest = lazy(() =>
  import('./screens/backtest/backtest-screen.tsx').then((m) => ({ default: m.BacktestScreen })),
)
const settings = lazy(() =>
  import('./screens/settings/settings-screen.tsx').then((m) => ({ default: m.SettingsScreen })),
)
const support = lazy(() =>
  import('./screens/support/support-screen.tsx').then((m) => ({ default: m.SupportScreen })),
)

/** Path to screen. What is opened is loaded then, and not before. */
export const routes: readonly AppRoute[] = [
  { path: '/', screen: home },
  { path: '/_app', screen: home },
  { path: '/backtest', screen: backtest },
  { path: '/settings', screen: settings },
  { path: '/support', screen: support },
  { path: '/logout', screen: LogoutScreen },
  ...Object.keys(laterScreens).map((path) => ({ path, screen: LaterScreen })),
]
