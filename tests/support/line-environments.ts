import { emptyContext } from '../../src/commands/context.ts'
import type {
  Environment,
  KnownAlert,
  KnownDeployment,
  KnownGtt,
  KnownScanner,
  KnownStrategy,
} from '../../src/commands/environment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { parseDefinition } from '../../src/domain/strategies/definitions/read-definition.ts'
import type { SavedLayout } from '../../src/machines/charts/saved-layouts.ts'
import type { SavedDefinition } from '../../src/machines/strategies/definitions.ts'
import { tradingWith } from './command-environment.ts'

export const CE = 'NFO-OPT_NIFTY26NOV25950CE' as InstrumentId

export const at = (changes: Partial<Environment['context']>, more: Partial<Environment> = {}): Environment =>
  tradingWith({ ...more, context: { ...emptyContext, signedIn: true, ...changes } })

export const words = {
  aliases: { b9: 'buy 2l nifty atm ce', out: 'exit all' },
  variables: { qty: '2l', 'far-strike': 'otm4' },
}
export const macros = [
  { name: 'morning', lines: ['watch tcs', 'chart tcs'] },
  { name: 'flat', lines: ['cancel all', 'exit all'] },
]
const known = {
  algoUuid: '11111111-1111-4111-8111-111111111111',
  category: 'equity',
  version: 7,
  isSample: false,
  interval: '5min',
  trend: 'bullish',
  subCategory: 'momentum',
  note: 'Bets on a reclaim.',
  report: 'vwap-reclaim-0a1b2c3d',
} as const

/** Two of the user's own, then a sample; the last two have the same name. */
export const strategies: readonly KnownStrategy[] = [
  { ...known, slug: 'eq-vwap-reclaim-1', name: 'VWAP reclaim' },
  {
    ...known,
    slug: 'opt-short-straddle-2',
    name: 'Short straddle',
    category: 'options',
    version: 1,
    report: null,
  },
  {
    ...known,
    slug: 'opt-sample-straddle',
    name: 'Short straddle',
    category: 'options',
    version: 1,
    isSample: true,
  },
]

const scanner = {
  slug: 'sc-oversold-1',
  name: 'Oversold',
  version: 3,
  isSample: false,
  logic: 'rsi(14) < 30',
  universe: 'NIFTY500',
  interval: 'day',
  subCategory: 'reversal',
  note: 'Bets on a bounce.',
  alert: null,
} as const

/** Two of the user's own, the second with an alert, then a sample. */
export const scanners: readonly KnownScanner[] = [
  scanner,
  {
    ...scanner,
    slug: 'sc-gap-up-2',
    name: 'Gap up',
    version: 1,
    logic: 'open > 1.02 * close(-1)',
    alert: '44444444-4444-4444-8444-444444444444',
  },
  { ...scanner, slug: 'sc-golden-cross', name: 'Golden cross', version: 1, isSample: true },
]

export const alerts: readonly KnownAlert[] = [
  {
    alertUuid: '44444444-4444-4444-8444-444444444444',
    slug: 'sc-gap-up-2',
    scannerName: 'Gap up',
    logic: 'open > 1.02 * close(-1)',
    universe: 'NIFTY500',
    interval: 'day',
    status: 'running',
  },
  {
    alertUuid: '55555555-5555-4555-8555-555555555555',
    slug: null,
    scannerName: 'close > 5',
    logic: 'close > 5',
    universe: 'NSE_TCS',
    interval: '5min',
    status: 'running',
  },
  {
    alertUuid: '66666666-6666-4666-8666-666666666666',
    slug: null,
    scannerName: 'NIFTY 50 > 26000',
    logic: 'close > 26000',
    universe: 'INDICES_NIFTY 50',
    interval: 'tick',
    repeats: true,
    status: 'running',
  },
]

export const gtts: readonly KnownGtt[] = [
  {
    key: '77777777-7777-4777-8777-777777777777',
    sym: 'NSE_TCS' as InstrumentId,
    side: 'sell',
    product: 'cash',
    quantity: 20,
    triggers: [
      { when: 'below', triggerPrice: 2300, price: 2295 },
      { when: 'above', triggerPrice: 2700, price: 2700 },
    ],
    status: 'active',
  },
  {
    key: '88888888-8888-4888-8888-888888888888',
    sym: 'NSE_TCS' as InstrumentId,
    side: 'buy',
    product: 'cash',
    quantity: 5,
    triggers: [{ when: 'below', triggerPrice: 2200, price: 2200 }],
    status: 'triggered',
  },
]

const deployed = {
  name: 'VWAP reclaim',
  slug: 'eq-vwap-reclaim-1',
  status: 'running',
  segSyms: ['NSE_TCS' as InstrumentId],
  held: [],
} as const

/** One strategy that runs in two types, another that is paused, and one that was stopped. */
export const deployments: readonly KnownDeployment[] = [
  {
    ...deployed,
    key: '1a1a1a1a-1111-4111-8111-111111111111',
    type: 'auto',
    held: [{ contract: 'NSE_TCS' as InstrumentId, quantity: 10 }],
  },
  {
    ...deployed,
    key: '2b2b2b2b-1111-4111-8111-111111111111',
    type: 'paper',
    held: [{ contract: 'NSE_TCS' as InstrumentId, quantity: -5 }],
  },
  {
    ...deployed,
    key: '3c3c3c3c-1111-4111-8111-111111111111',
    name: 'Opening range',
    slug: 'eq-opening-range-3',
    type: 'live',
    status: 'paused',
  },
  {
    ...deployed,
    key: '4d4d4d4d-1111-4111-8111-111111111111',
    name: 'Gap fade',
    slug: 'eq-gap-fade-4',
    type: 'paper',
    status: 'stopped',
  },
]

const chartOf = (sym: string): SavedLayout['charts'][number] => ({
  ...{ sym, interval: '15min', indicators: ['rsi(14)'], type: 'bars', scale: 'log', levels: [] },
})

export const savedLayouts: readonly SavedLayout[] = [
  { name: 'IT and energy', links: ['range'], charts: [chartOf('NSE_INFY'), chartOf('NSE_RELIANCE')] },
  { name: 'Two', links: [], charts: [chartOf('NSE_TCS')] },
]

/** `squeeze` is a rule, `spread` an operand. */
export const definitions: readonly SavedDefinition[] = [
  'squeeze(n = 20) = atr(n) < 4',
  'spread(n) = close - ema(close,n)',
].map((text, index) => {
  const parsed = parseDefinition(text, [])
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
  return { definition: parsed.tree, version: index + 1, savedAt: 1_764_000_000_000 }
})

export const environment = at(
  { view: 'home', 'basket.legs': 2, 'basket.failed': 1, killed: true },
  { words, macros, strategies, deployments, gtts, savedLayouts, definitions },
)
