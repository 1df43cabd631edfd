export interface Screen {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly words: readonly string[]
}

export const screens = [
  { id: 'home', path: '/', title: 'Home', words: ['funds', 'fund', 'margin'] },
  { id: 'dashboard', path: '/dashboard', title: 'Dashboard', words: [] },
  { id: 'markets', path: '/markets', title: 'Scalper', words: ['markets'] },
  { id: 'strategy', path: '/strategy', title: 'Strategy builder', words: ['strategy', 'builder'] },
  { id: 'equity-trader', path: '/strategy?defaultType=equity', title: 'Equity Trader', words: ['equity'] },
  {
    id: 'options-trader',
    path: '/strategy?defaultType=options&isNew=true',
    title: 'Options Trader',
    words: ['options'],
  },
  { id: 'my-strategies', path: '/my-strategies', title: 'My strategies', words: [] },
  {
    id: 'discover-strategies',
    path: '/discover-strategies',
    title: 'Strategies',
    words: ['discover strategies'],
  },
  { id: 'scanners', path: '/scanners', title: 'All scanners', words: [] },
  { id: 'my-scanners', path: '/my-scanners', title: 'My scanners', words: [] },
  { id: 'discover-scanners', path: '/discover-scanners', title: 'Scanners', words: ['discover scanners'] },
  { id: 'create-scanner', path: '/scanner', title: 'Create Scanner', words: ['scanner', 'new scanner'] },
  { id: 'scanner-result', path: '/scanner-result', title: 'Scanner result', words: [] },
  { id: 'scanner-details', path: '/scanner-details', title: 'Scanner details', words: [] },
  { id: 'live-trades', path: '/live-trades', title: 'Live Strategies', words: ['live trades'] },
  { id: 'live-alerts', path: '/live-alerts', title: 'Live Scanners', words: ['live alerts'] },
  { id: 'analyze', path: '/analyze', title: 'Analyze', words: ['analysis'] },
  { id: 'backtest', path: '/backtest', title: 'Backtest', words: ['backtests'] },
  { id: 'sweep', path: '/sweep', title: 'Sweep', words: ['parameter sweep', 'walk forward results'] },
  { id: 'trading-view', path: '/trading-view', title: 'Chart', words: ['trading view'] },
  { id: 'order-book', path: '/order-book', title: 'Order Book', words: ['orders', 'order'] },
  { id: 'positions', path: '/positions', title: 'Positions', words: ['position', 'pnl', 'p&l'] },
  { id: 'holdings', path: '/holdings', title: 'Holdings', words: ['holding'] },
  { id: 'order-window', path: '/order-window', title: 'Order window', words: ['basket'] },
  { id: 'equity-search', path: '/equity-search', title: 'Instrument search', words: ['equity search'] },
  { id: 'deployment-dialog', path: '/deployment-dialog', title: 'Deploy', words: ['deployment dialog'] },
  { id: 'watchlist', path: '/watchlist', title: 'Watchlist', words: ['watchlists'] },
  { id: 'notifications', path: '/notifications', title: 'Notifications', words: [] },
  { id: 'settings', path: '/settings', title: 'Settings', words: ['preferences'] },
  { id: 'support', path: '/support', title: 'Support', words: [] },
] as const satisfies readonly Screen[]

export type ScreenId = (typeof screens)[number]['id']

const byId: ReadonlyMap<string, Screen> = new Map(screens.map((screen) => [screen.id, screen]))

export const screenOf = (id: ScreenId): Screen => byId.get(id) ?? screens[0]

/** Prefers the screen with the same query, else the first with the path. */
export const screenAt = (path: string): ScreenId | null => {
  const bare = path.split('?')[0] ?? ''
  const found =
    screens.find((screen) => screen.path === path) ??
    screens.find((screen) => screen.path.split('?')[0] === bare)
  if (found !== undefined) return found.id
  return /^\/scanner\/[^/]+$/.test(bare) ? 'create-scanner' : null
}
