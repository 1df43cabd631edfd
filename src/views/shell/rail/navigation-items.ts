import type { ScreenId } from '../../../commands/screens.ts'
import type { IconName } from '../../kit/layout/icon.tsx'

export interface NavigationItem {
  readonly screen: ScreenId
  readonly title: string
  readonly icon: IconName
}

export const railItems: readonly NavigationItem[] = [
  { screen: 'home', title: 'Home', icon: 'home' },
  { screen: 'markets', title: 'Scalper', icon: 'scalper' },
  { screen: 'discover-strategies', title: 'Strategies', icon: 'strategies' },
  { screen: 'equity-trader', title: 'Equity Trader', icon: 'equity' },
  { screen: 'options-trader', title: 'Options Trader', icon: 'options' },
  { screen: 'live-trades', title: 'Live Strategies', icon: 'live' },
  { screen: 'discover-scanners', title: 'Scanners', icon: 'scanners' },
  { screen: 'create-scanner', title: 'Create Scanner', icon: 'create' },
  { screen: 'live-alerts', title: 'Live Scanners', icon: 'alerts' },
]

export const workItems: readonly NavigationItem[] = [
  { screen: 'backtest', title: 'Backtest', icon: 'backtest' },
  { screen: 'settings', title: 'Settings', icon: 'settings' },
  { screen: 'support', title: 'Support', icon: 'help' },
]

export const headerItems: readonly NavigationItem[] = [
  { screen: 'positions', title: 'Positions', icon: 'positions' },
  { screen: 'order-book', title: 'Order Book', icon: 'orders' },
  { screen: 'holdings', title: 'Holdings', icon: 'holdings' },
]

const otherItems: readonly NavigationItem[] = [
  { screen: 'notifications', title: 'Notifications', icon: 'alerts' },
  { screen: 'watchlist', title: 'Watchlists', icon: 'eye' },
  { screen: 'equity-search', title: 'Instrument search', icon: 'search' },
  { screen: 'order-window', title: 'Order window', icon: 'orders' },
  { screen: 'trading-view', title: 'Chart', icon: 'chart' },
]

export const phoneItems: readonly NavigationItem[] = [
  { screen: 'home', title: 'Home', icon: 'home' },
  { screen: 'markets', title: 'Scalper', icon: 'scalper' },
  { screen: 'backtest', title: 'Backtest', icon: 'backtest' },
  { screen: 'positions', title: 'Positions', icon: 'positions' },
]

export const navigationItems: readonly NavigationItem[] = [
  ...railItems,
  ...workItems,
  ...headerItems,
  ...otherItems,
]
