import { type ComponentType, lazy } from 'react'
import { whenIdle } from './kit/when-idle.ts'
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
const loadSweep = () => import('./screens/sweep/sweep-screen.tsx').then((m) => ({ default: m.SweepScreen }))
const loadSettings = () =>
  import('./screens/settings/settings-screen.tsx').then((m) => ({ default: m.SettingsScreen }))
const loadSupport = () =>
  import('./screens/support/support-screen.tsx').then((m) => ({ default: m.SupportScreen }))

const loadNotifications = () =>
  import('./screens/notifications/notifications-screen.tsx').then((m) => ({ default: m.NotificationsScreen }))
const loadWatchlist = () =>
  import('./screens/watchlist/watchlist-screen.tsx').then((m) => ({ default: m.WatchlistScreen }))

const loadOrderWindow = () =>
  import('./screens/order-window/order-window-screen.tsx').then((m) => ({ default: m.OrderWindowScreen }))
const loadEquitySearch = () =>
  import('./screens/equity-search/equity-search-screen.tsx').then((m) => ({ default: m.EquitySearchScreen }))

const loadOrderBook = () =>
  import('./screens/order-book/order-book-screen.tsx').then((m) => ({ default: m.OrderBookScreen }))
const loadPositions = () =>
  import('./screens/positions/positions-screen.tsx').then((m) => ({ default: m.PositionsScreen }))
const loadHoldings = () =>
  import('./screens/holdings/holdings-screen.tsx').then((m) => ({ default: m.HoldingsScreen }))

const loadTradingView = () =>
  import('./screens/trading-view/trading-view-screen.tsx').then((m) => ({ default: m.TradingViewScreen }))

const loadMarkets = () =>
  import('./screens/markets/markets-screen.tsx').then((m) => ({ default: m.MarketsScreen }))

const home = lazy(loadHome)
const markets = lazy(loadMarkets)
const tradingView = lazy(loadTradingView)
const orderBook = lazy(loadOrderBook)
const positions = lazy(loadPositions)
const holdings = lazy(loadHoldings)
const orderWindow = lazy(loadOrderWindow)
const equitySearch = lazy(loadEquitySearch)
const backtest = lazy(loadBacktest)
const sweep = lazy(loadSweep)
const settings = lazy(loadSettings)
const support = lazy(loadSupport)
const notifications = lazy(loadNotifications)
const watchlist = lazy(loadWatchlist)

/** Those with live prices first: they are opened most. */
const loads = [
  loadWatchlist,
  loadPositions,
  loadOrderBook,
  loadMarkets,
  loadTradingView,
  loadHoldings,
  loadOrderWindow,
  loadBacktest,
  loadHome,
  loadEquitySearch,
  loadNotifications,
  loadSettings,
  loadSweep,
  loadSupport,
]

/**
 * Fetches the screens before anybody opens them, so that they open at once and without the server; each in a quiet
 * moment of its own, since its code is read then. Answers its undo.
 */
export const prefetchScreens = (): (() => void) => {
  let isStopped = false
  let stop = () => {}
  const next = ([load, ...rest]: typeof loads): void => {
    if (load === undefined || isStopped) return
    stop = whenIdle(() => {
      // Whatever cannot be fetched now is asked for again when it is opened.
      load().then(
        () => next(rest),
        () => {},
      )
    })
  }
  next(loads)
  return () => {
    isStopped = true
    stop()
  }
}

/** Path to screen. Loaded when opened, or in a quiet moment before. */
export const routes: readonly AppRoute[] = [
  { path: '/', screen: home },
  { path: '/_app', screen: home },
  { path: '/markets', screen: markets },
  { path: '/backtest', screen: backtest },
  { path: '/sweep', screen: sweep },
  { path: '/settings', screen: settings },
  { path: '/trading-view', screen: tradingView },
  { path: '/support', screen: support },
  { path: '/notifications', screen: notifications },
  { path: '/watchlist', screen: watchlist },
  { path: '/order-window', screen: orderWindow },
  { path: '/equity-search', screen: equitySearch },
  { path: '/order-book', screen: orderBook },
  { path: '/positions', screen: positions },
  { path: '/holdings', screen: holdings },
  { path: '/logout', screen: LogoutScreen },
  ...Object.keys(laterScreens).map((path) => ({ path, screen: LaterScreen })),
]
