import type { NewDeployment } from '../../../server/automation/automation.ts'
import { virtualAccountOf } from '../../../server/broker/virtual-account.ts'
import { createDeploymentStore } from '../../../server/store/deployments.ts'
import type { User } from '../../../server/user.ts'
import type { LogLine } from '../../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { EquityStrategy, OptionsStrategy } from '../../../src/domain/strategies/strategy.ts'
import { type EpochMs, epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import { type Automated, deploymentBy } from '../automation.ts'
import { instant, type Trading } from '../orders/trading.ts'
import { legOf, NIFTY_50, spreadBy, withOptions } from './option-deployments.ts'

const STEP_MS = 15_000

export const BEGINNING = '2026-11-20 09:19'

/** 2026-11-24 is a holiday; the NIFTY future expires on the 23rd. */
const stretches = [
  ['2026-11-20 09:20', '2026-11-20 10:30'],
  ['2026-11-20 15:05', '2026-11-20 15:35'],
  ['2026-11-23 09:10', '2026-11-23 10:10'],
  ['2026-11-23 15:05', '2026-11-23 15:40'],
  ['2026-11-25 09:10', '2026-11-25 10:10'],
  ['2026-11-25 15:10', '2026-11-25 15:35'],
] as const

const common = {
  interval: '5min',
  entryLogic: 'close > sma(close,3)',
  exitLogic: 'close < sma(close,3)',
} as const
const none = { exitType: 'none', exitLogic: '', tpslType: 'pts' } as const

const strategies: readonly Partial<EquityStrategy>[] = [
  common,
  // Opposite positions of one account net out, so this one has a share of its own.
  { ...common, segSyms: ['NSE_20MICRONS' as InstrumentId], position: 'sell' },
  { ...common, entryType: 'time', entryTime: '09:40', entryLogic: '', ...none },
  { ...common, product: 'cash', exitLogic: 'close < sma(close,9)' },
  { ...common, ...none, stopLoss: 4, targetProfit: 3 },
  { ...common, ...none, trailing: { distance: 4, after: null } },
  {
    ...common,
    segSyms: ['NSE_INFY', 'INDICES_NIFTY 50'] as InstrumentId[],
    quantity: { by: 'lots', value: 1 },
  },
  {
    ...common,
    segSyms: ['INDICES_NIFTY 50' as InstrumentId],
    product: 'NRML',
    quantity: { by: 'lots', value: 1 },
    exitLogic: 'close < sma(close,20) - 500',
  },
]

const shared = {
  interval: '5min',
  entryUnderlyings: [{ segSym: NIFTY_50, logic: 'close > sma(close,3)' }],
  exitUnderlyings: [{ segSym: NIFTY_50, logic: 'close < sma(close,3)' }],
} as const

/** One of calls and one of puts, as opposite positions in one contract would net out. */
const onOptions: readonly Partial<OptionsStrategy>[] = [
  {
    ...shared,
    legs: [legOf({ stopLoss: 20 }), legOf({ position: 'buy', atm: 1 })],
    combinedSl: 1_500,
    combinedTp: 1_000,
  },
  {
    ...shared,
    product: 'NRML',
    legs: [legOf({ type: 'pe', atm: -1 }), legOf({ type: 'pe', position: 'buy' })],
  },
]

const drawOptions = (market: Trading['market'], at: EpochMs, index: number): void => {
  for (const { id, strike, instrumentType } of withOptions) {
    if (strike === 0) continue
    const intrinsic = Math.max(0, instrumentType === 'CE' ? index - strike : strike - index)
    const time = 60 * Math.exp(-(((index - strike) / 200) ** 2))
    market.set(id, at, Math.round((intrinsic + time) * 20) / 20)
  }
}

export const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Prices of all three days, so that every run of a seed meets the same market. */
export const drawPrices = ({ market }: Trading, seed: number): void => {
  const random = randomFrom(seed)
  const levels = new Map([
    ['NSE_INFY', 1_500],
    ['NSE_20MICRONS', 200],
    ['INDICES_NIFTY 50', 24_100],
  ])
  for (const [from, to] of stretches)
    for (let at = instant(from) - MINUTE_MS; at < instant(to); at = epochMs(at + 2 * MINUTE_MS))
      for (const [id, level] of levels) {
        const next = Math.round(level * (1 + (random() - 0.5) / (level > 2_000 ? 2_000 : 200)) * 20) / 20
        levels.set(id, next)
        market.set(id, epochMs(at), next)
        if (id !== NIFTY_50) continue
        market.set('NFO-FUT_NIFTY26NOVFUT', epochMs(at), next + 20)
        drawOptions(market, epochMs(at), next)
      }
}

/** Of each of the strategies one; the ids are the same in each run. */
export const threeDaysOf = (user: User, at: number): readonly NewDeployment[] =>
  [
    ...strategies.map((rules) => deploymentBy(user, at, { rules })),
    ...onOptions.map((rules) => spreadBy(user, at, { rules })),
  ].map((deployment, index) => ({
    ...deployment,
    id: `${String(index).repeat(8)}-0000-4000-8000-000000000000`,
  }))

interface Step {
  readonly at: EpochMs
  /** Of a stretch; what passed since the one before is passed over in longer strides. */
  readonly isFirst: boolean
}

/** What is looked at, of all three days. */
export const steps: readonly Step[] = stretches.flatMap(([from, to]) => {
  const count = Math.ceil((instant(to) - instant(from)) / STEP_MS)
  return Array.from({ length: count }, (_, index) => ({
    at: epochMs(instant(from) + (index + 1) * STEP_MS),
    isFirst: index === 0,
  }))
})

/** Lets the market come to a step. */
export const passToStep = async (trading: Trading, { at, isFirst }: Step): Promise<void> => {
  if (isFirst) await trading.pass(at - STEP_MS - trading.clock.now())
  trading.clock.set(at)
  await trading.step()
}

/** The lines of a log, by instrument: a restart may change who comes first of two instruments. */
export const toldOf = (
  lines: readonly Pick<LogLine, 'at' | 'kind' | 'segSym' | 'sentence'>[],
): readonly string[] =>
  lines
    .map(({ at, kind, segSym, sentence }) => ({
      segSym: segSym ?? '',
      text: `${new Date(at + 19_800_000).toISOString().slice(5, 16)} ${kind} ${sentence}`,
    }))
    .sort((one, other) => one.segSym.localeCompare(other.segSym))
    .map(({ segSym, text }) => `${segSym} ${text}`)

/** What is left after the last day: logs the oldest line first, and units held by the account and by the deployments. */
export const leftOf = async (
  trading: Trading,
  { automation }: Automated,
  user: User,
  deployments: readonly NewDeployment[],
) => {
  const store = createDeploymentStore(trading.store)
  const logs = await Promise.all(
    deployments.map(async ({ id }) =>
      (await store.log(user.id, id, { before: null, limit: 5_000 })).toReversed(),
    ),
  )
  const { positions } = await trading.broker.accountOf(virtualAccountOf(user.id))
  const held = [...positions.values()].reduce(
    (sum, one) => sum + Math.abs(one.overnightQuantity + one.dayBuyQuantity - one.daySellQuantity),
    0,
  )
  const now = await automation.deploymentsOf(user.id)
  const known = now.flatMap(({ runs }) => runs).reduce((sum, { quantity }) => sum + Math.abs(quantity), 0)
  return { logs, held, known }
}
