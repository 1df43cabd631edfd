import { type ScreenId, screenOf } from '../../../domain/screens.ts'
import type { IconName } from '../../kit/layout/icon.tsx'

export interface NavigationItem {
  readonly screen: ScreenId
  readonly title: string
  readonly icon: IconName
  /** Another screen of the same item. */
  readonly other?: ScreenId
}

const itemOf = (screen: ScreenId, icon: IconName): NavigationItem => ({
  screen,
  title: screenOf(screen).title,
  icon,
})

export const railItems: readonly NavigationItem[] = [
  itemOf('home', 'home'),
  itemOf('markets', 'scalper'),
  itemOf('option-chain', 'table'),
  { ...itemOf('discover-strategies', 'strategies'), other: 'my-strategies' },
  itemOf('equity-trader', 'equity'),
  itemOf('options-trader', 'options'),
  itemOf('live-trades', 'live'),
  { ...itemOf('discover-scanners', 'scanners'), other: 'my-scanners' },
  itemOf('create-scanner', 'create'),
  itemOf('live-alerts', 'alerts'),
]

export const workItems: readonly NavigationItem[] = [
  itemOf('backtest', 'backtest'),
  itemOf('analyze', 'analyze'),
  itemOf('dashboard', 'dashboard'),
  itemOf('journal', 'journal'),
  itemOf('funds', 'funds'),
  itemOf('settings', 'settings'),
  itemOf('support', 'help'),
]

export const headerItems: readonly NavigationItem[] = [
  itemOf('positions', 'positions'),
  itemOf('order-book', 'orders'),
  itemOf('holdings', 'holdings'),
]

const otherItems: readonly NavigationItem[] = [
  itemOf('notifications', 'alerts'),
  itemOf('watchlist', 'eye'),
  itemOf('equity-search', 'search'),
  itemOf('order-window', 'orders'),
  itemOf('trading-view', 'chart'),
]

export const phoneItems: readonly NavigationItem[] = [
  itemOf('home', 'home'),
  itemOf('markets', 'scalper'),
  itemOf('backtest', 'backtest'),
  itemOf('positions', 'positions'),
]

export const navigationItems: readonly NavigationItem[] = [
  ...railItems,
  ...workItems,
  ...headerItems,
  ...otherItems,
]
