import type { ScreenId } from '../../commands/screens.ts'
import type { IconName } from '../kit/icon.tsx'

export interface Place {
  readonly screen: ScreenId
  readonly title: string
  readonly icon: IconName
}

/** The rail, in the order it is shown. */
export const railPlaces: readonly Place[] = [
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

/** Below the nine: what is worked with between them. */
export const workPlaces: readonly Place[] = [
  { screen: 'backtest', title: 'Backtest', icon: 'backtest' },
  { screen: 'settings', title: 'Settings', icon: 'settings' },
  { screen: 'support', title: 'Support', icon: 'help' },
]

export const headerPlaces: readonly Place[] = [
  { screen: 'positions', title: 'Positions', icon: 'positions' },
  { screen: 'order-book', title: 'Order Book', icon: 'orders' },
  { screen: 'holdings', title: 'Holdings', icon: 'holdings' },
]

/** Places that the rail and the header have no room for. */
const otherPlaces: readonly Place[] = [
  { screen: 'notifications', title: 'Notifications', icon: 'alerts' },
  { screen: 'watchlist', title: 'Watchlists', icon: 'eye' },
  { screen: 'equity-search', title: 'Instrument search', icon: 'search' },
  { screen: 'order-window', title: 'Order window', icon: 'orders' },
  { screen: 'trading-view', title: 'Chart', icon: 'chart' },
]

/** The bar of a phone: four places, the fifth opens all others. */
export const phonePlaces: readonly Place[] = [
  { screen: 'home', title: 'Home', icon: 'home' },
  { screen: 'markets', title: 'Scalper', icon: 'scalper' },
  { screen: 'backtest', title: 'Backtest', icon: 'backtest' },
  { screen: 'positions', title: 'Positions', icon: 'positions' },
]

export const allPlaces: readonly Place[] = [...railPlaces, ...workPlaces, ...headerPlaces, ...otherPlaces]
