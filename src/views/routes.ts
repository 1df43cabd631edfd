import { type ComponentType, lazy } from 'react'
import { LaterScreen } from './screens/later/later-screen.tsx'
import { laterScreens } from './screens/later/later-screens.ts'
import { LogoutScreen } from './screens/logout/logout-screen.tsx'

interface AppRoute {
  readonly path: string
  readonly screen: ComponentType
}

const loadHome = () => import('./screens/home/home-screen.tsx').then((m) => ({ default: m.HomeScreen }))
const loadBacktest = () =>
  import('./screens/backtest/backtest-screen.tsx').then((m) => ({ default: m.BacktestScreen }))
const loadSettings = () =>
  import('./screens/settings/settings-screen.tsx').then((m) => ({ default: m.SettingsScreen }))
const loadSupport = () =>
  import('./screens/support/support-screen.tsx').then((m) => ({ default: m.SupportScreen }))

const home = lazy(loadHome)
const backtest = lazy(loadBacktest)
const settings = lazy(loadSettings)
const support = lazy(loadSupport)

/** Fetches the screens before anybody opens them, so that they open at once and without the server. */
export const prefetchScreens = async (): Promise<void> => {
  for (const load of [loadBacktest, loadHome, loadSettings, loadSupport]) await load()
}

/** Path to screen. Loaded when opened, or in a quiet moment before. */
export const routes: readonly AppRoute[] = [
  { path: '/', screen: home },
  { path: '/_app', screen: home },
  { path: '/backtest', screen: backtest },
  { path: '/settings', screen: settings },
  { path: '/support', screen: support },
  { path: '/logout', screen: LogoutScreen },
  ...Object.keys(laterScreens).map((path) => ({ path, screen: LaterScreen })),
]
