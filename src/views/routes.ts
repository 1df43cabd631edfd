import { type ComponentType, lazy } from 'react'
import { whenIdle } from './kit/when-idle.ts'
import { ComingSoonScreen } from './screens/coming-soon/coming-soon-screen.tsx'
import { comingSoonScreens } from './screens/coming-soon/coming-soon-screens.ts'
import { LogoutScreen } from './screens/logout/logout-screen.tsx'

interface AppRoute {
  readonly path: string
  readonly screen: ComponentType
}

type Load = () => Promise<ComponentType>

/** Scripts of the screens by path, in the order of prefetching: those with live prices are opened most. */
const loads: Readonly<Record<string, Load>> = {
  '/watchlist': async () => (await import('./screens/watchlist/watchlist-screen.tsx')).WatchlistScreen,
  '/positions': async () => (await import('./screens/positions/positions-screen.tsx')).PositionsScreen,
  '/order-book': async () => (await import('./screens/order-book/order-book-screen.tsx')).OrderBookScreen,
  '/markets': async () => (await import('./screens/scalper/scalper-screen.tsx')).ScalperScreen,
  '/trading-view': async () =>
    (await import('./screens/trading-view/trading-view-screen.tsx')).TradingViewScreen,
  '/holdings': async () => (await import('./screens/holdings/holdings-screen.tsx')).HoldingsScreen,
  '/order-window': async () =>
    (await import('./screens/order-window/order-window-screen.tsx')).OrderWindowScreen,
  '/backtest': async () => (await import('./screens/backtest/backtest-screen.tsx')).BacktestScreen,
  '/': async () => (await import('./screens/home/home-screen.tsx')).HomeScreen,
  '/equity-search': async () =>
    (await import('./screens/equity-search/equity-search-screen.tsx')).EquitySearchScreen,
  '/notifications': async () =>
    (await import('./screens/notifications/notifications-screen.tsx')).NotificationsScreen,
  '/settings': async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen,
  '/sweep': async () => (await import('./screens/sweep/sweep-screen.tsx')).SweepScreen,
  '/support': async () => (await import('./screens/support/support-screen.tsx')).SupportScreen,
}

/** Prefetches one screen per idle period, so that screens open at once and offline. Returns its cancel. */
export const prefetchScreens = (): (() => void) => {
  let isStopped = false
  let stop = () => {}
  const next = ([load, ...rest]: readonly Load[]): void => {
    if (load === undefined || isStopped) return
    stop = whenIdle(() => {
      // A failed prefetch is retried when the screen opens.
      load().then(
        () => next(rest),
        () => {},
      )
    })
  }
  next(Object.values(loads))
  return () => {
    isStopped = true
    stop()
  }
}

const loaded = Object.entries(loads).map(([path, load]) => ({
  path,
  screen: lazy(async () => ({ default: await load() })),
}))
const home = loaded.filter(({ path }) => path === '/').map(({ screen }) => ({ path: '/_app', screen }))

export const routes: readonly AppRoute[] = [
  ...loaded,
  ...home,
  { path: '/logout', screen: LogoutScreen },
  ...Object.keys(comingSoonScreens).map((path) => ({ path, screen: ComingSoonScreen })),
]
