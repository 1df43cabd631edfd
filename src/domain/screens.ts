/** Keys, route and palette line follow from this. Title case is the specification's, for sidebar entries such as `Equity Trader`. */
export interface Screen {
  readonly id: string
  readonly path: string
  readonly title: string
  /** Further names, as in `go funds`. */
  readonly words?: readonly string[]
  readonly chord?: string
  /** `scalper` is `views/screens/scalper/scalper-screen.tsx`. Absent: another screen, opened with a query. */
  readonly folder?: string
}

export const screens = [
  { id: 'home', path: '/', title: 'Home', chord: 'g h', folder: 'home' },
  { id: 'markets', path: '/markets', title: 'Scalper', words: ['markets'], chord: 'g m', folder: 'scalper' },
  {
    id: 'option-chain',
    path: '/option-chain',
    title: 'Option chain',
    words: ['chain'],
    chord: 'g x',
    folder: 'option-chain',
  },
  {
    id: 'strategy',
    path: '/strategy',
    title: 'Strategy builder',
    words: ['strategy', 'builder'],
    folder: 'strategy',
  },
  {
    id: 'equity-trader',
    path: '/strategy?defaultType=equity',
    title: 'Equity Trader',
    words: ['equity'],
    chord: 'g e',
  },
  {
    id: 'options-trader',
    path: '/strategy?defaultType=options&isNew=true',
    title: 'Options Trader',
    words: ['options'],
    chord: 'g o',
  },
  { id: 'my-strategies', path: '/my-strategies', title: 'My strategies', folder: 'strategies' },
  {
    id: 'discover-strategies',
    path: '/discover-strategies',
    title: 'Strategies',
    words: ['discover strategies'],
    chord: 'g s',
    folder: 'strategies',
  },
  {
    id: 'definitions',
    path: '/definitions',
    title: 'Definitions',
    words: ['own definitions', 'formulas'],
    folder: 'definitions',
  },
  { id: 'scanners', path: '/scanners', title: 'All scanners', folder: 'scanners' },
  { id: 'my-scanners', path: '/my-scanners', title: 'My scanners', folder: 'scanners' },
  {
    id: 'discover-scanners',
    path: '/discover-scanners',
    title: 'Scanners',
    words: ['discover scanners'],
    chord: 'g c',
    folder: 'scanners',
  },
  {
    id: 'create-scanner',
    path: '/scanner',
    title: 'Create Scanner',
    words: ['scanner', 'new scanner'],
    chord: 'n c',
    folder: 'scanner',
  },
  {
    id: 'scanner-result',
    path: '/scanner-result',
    title: 'Scanner result',
    words: ['scan'],
    folder: 'scanner-result',
  },
  {
    id: 'scanner-details',
    path: '/scanner-details',
    title: 'Alert log',
    words: ['scanner details'],
    folder: 'scanner-details',
  },
  {
    id: 'live-trades',
    path: '/live-trades',
    title: 'Live Strategies',
    words: ['live trades'],
    chord: 'g l',
    folder: 'live-trades',
  },
  {
    id: 'proposals',
    path: '/proposals',
    title: 'Proposals',
    words: ['queue'],
    chord: 'g q',
    folder: 'proposals',
  },
  {
    id: 'parity',
    path: '/parity',
    title: 'Parity',
    words: ['expected and done'],
    folder: 'parity',
  },
  {
    id: 'live-alerts',
    path: '/live-alerts',
    title: 'Live Scanners',
    words: ['live alerts', 'alerts'],
    chord: 'g a',
    folder: 'live-alerts',
  },
  {
    id: 'analyze',
    path: '/analyze',
    title: 'Analyze',
    words: ['analysis'],
    chord: 'g y',
    folder: 'analyze',
  },
  {
    id: 'dashboard',
    path: '/dashboard',
    title: 'Dashboard',
    words: ['performance'],
    chord: 'g u',
    folder: 'dashboard',
  },
  {
    id: 'journal',
    path: '/journal',
    title: 'Journal',
    words: ['round trips'],
    chord: 'g j',
    folder: 'journal',
  },
  {
    id: 'funds',
    path: '/funds',
    title: 'Funds',
    words: ['fund', 'margin', 'statement'],
    chord: 'g f',
    folder: 'funds',
  },
  {
    id: 'backtest',
    path: '/backtest',
    title: 'Backtest',
    words: ['backtests'],
    chord: 'g t',
    folder: 'backtest',
  },
  {
    id: 'sweep',
    path: '/sweep',
    title: 'Sweep',
    words: ['parameter sweep', 'walk forward results'],
    folder: 'sweep',
  },
  {
    id: 'trading-view',
    path: '/trading-view',
    title: 'Chart',
    words: ['trading view'],
    chord: 'g v',
    folder: 'trading-view',
  },
  {
    id: 'order-book',
    path: '/order-book',
    title: 'Order Book',
    words: ['orders', 'order'],
    chord: 'g b',
    folder: 'order-book',
  },
  {
    id: 'gtt',
    path: '/gtt',
    title: 'GTT',
    words: ['gtt orders', 'good till triggered'],
    chord: 'g r',
    folder: 'gtt',
  },
  {
    id: 'positions',
    path: '/positions',
    title: 'Positions',
    words: ['position', 'pnl', 'p&l'],
    chord: 'g p',
    folder: 'positions',
  },
  {
    id: 'holdings',
    path: '/holdings',
    title: 'Holdings',
    words: ['holding'],
    chord: 'g d',
    folder: 'holdings',
  },
  {
    id: 'order-window',
    path: '/order-window',
    title: 'Order window',
    words: ['basket'],
    folder: 'order-window',
  },
  {
    id: 'equity-search',
    path: '/equity-search',
    title: 'Instrument search',
    words: ['equity search'],
    folder: 'equity-search',
  },
  {
    id: 'deployment-dialog',
    path: '/deployment-dialog',
    title: 'Deploy',
    words: ['deployment dialog'],
    folder: 'deployment-dialog',
  },
  {
    id: 'watchlist',
    path: '/watchlist',
    title: 'Watchlists',
    words: ['watchlists'],
    chord: 'g w',
    folder: 'watchlist',
  },
  {
    id: 'notifications',
    path: '/notifications',
    title: 'Notifications',
    chord: 'g n',
    folder: 'notifications',
  },
  {
    id: 'settings',
    path: '/settings',
    title: 'Settings',
    words: ['preferences'],
    chord: 'g ,',
    folder: 'settings',
  },
  { id: 'intro', path: '/intro', title: 'First steps', words: ['get started'], folder: 'intro' },
  {
    id: 'trainer',
    path: '/trainer',
    title: 'Key trainer',
    words: ['key drills', 'practice'],
    chord: 'g k',
    folder: 'trainer',
  },
  { id: 'drills', path: '/drills', title: 'Drills', words: ['chaos drills'], folder: 'drills' },
  { id: 'support', path: '/support', title: 'Support', folder: 'support' },
] as const satisfies readonly Screen[]

export type ScreenId = (typeof screens)[number]['id']

/** As typed after `go`; a line is printed with the first. */
export const namesOfScreen = ({ id, title, words = [] }: Screen): readonly string[] => [
  ...new Set([id.replaceAll('-', ' '), title.toLowerCase(), ...words]),
]

export const LOGOUT_PATH = '/logout'

const byId: ReadonlyMap<string, Screen> = new Map(screens.map((screen) => [screen.id, screen]))

export const screenOf = (id: ScreenId): Screen => byId.get(id) ?? screens[0]

/** `pathOf('settings', { section: 'keys' })` is `/settings?section=keys`. */
export const pathOf = (id: ScreenId, query: Readonly<Record<string, string>> = {}): string => {
  const { path } = screenOf(id)
  const added = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return added.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${added.join('&')}`
}

export const pathOfScanner = (slug: string): string =>
  `${pathOf('create-scanner')}/${encodeURIComponent(slug)}`

/** Prefers the screen with the same query, else the first with the path. */
export const screenAt = (path: string): ScreenId | null => {
  const bare = path.split('?')[0] ?? ''
  const found =
    screens.find((screen) => screen.path === path) ??
    screens.find((screen) => screen.path.split('?')[0] === bare)
  if (found !== undefined) return found.id
  const [, first = '', slug = '', ...more] = bare.split('/')
  const isScanner = `/${first}` === pathOf('create-scanner') && slug !== '' && more.length === 0
  return isScanner ? 'create-scanner' : null
}

/** Reads the query of an address of this screen; null for another screen. */
export const readOn = <Shown>(
  id: ScreenId,
  path: string,
  read: (query: URLSearchParams) => Shown,
): Shown | null => (screenAt(path) === id ? read(new URLSearchParams(path.split('?')[1] ?? '')) : null)
