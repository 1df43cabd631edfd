import type { Automation, NewDeployment } from '../../server/automation/automation.ts'
import type { CandleSpanRequest } from '../../server/automation/candle-reads.ts'
import { createAutomation } from '../../server/automation/create-automation.ts'
import type { AutomationParts } from '../../server/automation/parts.ts'
import { virtualAccountOf } from '../../server/broker/virtual-account.ts'
import { createRules, type RuleWork } from '../../server/evaluating/rules.ts'
import { createLog } from '../../server/log.ts'
import { createNoticesOf } from '../../server/services/deployments/deployment-notices.ts'
import { createSecretWatch } from '../../server/services/session/secret-watch.ts'
import { createDeploymentStore } from '../../server/store/deployments.ts'
import type { User } from '../../server/user.ts'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import { type Candles, candlesFrom } from '../../src/domain/charts/candle.ts'
import { nextCandleToClose } from '../../src/domain/charts/candle-close.ts'
import { noLimits } from '../../src/domain/deployments/deployment.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { type Paise, toRupees } from '../../src/domain/money.ts'
import type { EquityStrategy } from '../../src/domain/strategies/strategy.ts'
import { epochMs, istMidnight, MINUTE_MS, startOfIstDate, toIstDate } from '../../src/domain/time.ts'
import { createLiveHost } from '../../src/engine/live/live-host.ts'
import { engineModules } from './engine/engines.ts'
import { handScheduler } from './hand-scheduler.ts'
import { listed, type Trading } from './orders/trading.ts'

const { backtest } = await engineModules()

/** Buys above 1,505 and sells under 1,495, on one-minute candles of INFY. */
export const breakout: EquityStrategy = {
  category: 'equity',
  algoName: 'Breakout',
  interval: 'min',
  product: 'MIS',
  quantity: { by: 'shares', value: 10 },
  entryType: 'condition',
  entryTime: null,
  entryLogic: 'close > 1505',
  exitType: 'condition',
  exitTime: null,
  exitLogic: 'close < 1495',
  tradingStartTime: '09:15',
  tradingStopTime: '15:15',
  segSyms: ['NSE_INFY' as InstrumentId],
  position: 'buy',
  stopLoss: null,
  targetProfit: null,
  tpslType: 'pct',
  subCategory: 'breakout',
  trend: 'bullish',
  note: '',
}

let made = 0

export const deploymentBy = (
  user: User,
  at: number,
  changes: Partial<NewDeployment> & { readonly rules?: Partial<EquityStrategy> } = {},
): NewDeployment & { readonly strategy: EquityStrategy } => {
  const { rules = {}, strategy: _, ...more } = changes
  const strategy = { ...breakout, ...rules }
  return {
    id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
    owner: user.id,
    algoUuid: '11111111-1111-4111-8111-111111111111',
    slug: 'eq-breakout-1',
    version: 1,
    strategy,
    startedAt: at,
    type: 'paper',
    segSyms: strategy.segSyms,
    quantity: strategy.quantity,
    limits: noLimits,
    ifIncomplete: 'close',
    ...more,
  }
}

/** The candles that the prices of the steady market make, of any interval up to a day. */
export const candlesOf = (
  { market, clock }: Trading,
  { instrument, interval, from, to }: CandleSpanRequest,
): Candles => {
  // The steady market asks for nothing else.
  const priced = { id: instrument } as Instrument
  const grid = { interval, calendar: exchangeCalendar, group: 'continuous' } as const
  const rows: { readonly time: number; readonly prices: readonly number[] }[] = []
  const until = Math.min(clock.now(), startOfIstDate(to) + 86_400_000 - 1)
  let { start, end } = nextCandleToClose(startOfIstDate(from), grid)
  while (start < until) {
    const prices: number[] = []
    const opened = interval === 'day' ? istMidnight(start) : start
    for (let at = opened; at < Math.min(end, until); at += MINUTE_MS / 4)
      prices.push(toRupees(market.quote(priced, epochMs(at))?.lastPrice ?? (0 as Paise)))
    rows.push({ time: start, prices })
    ;({ start, end } = nextCandleToClose(end, grid))
  }
  const columns: Record<string, (prices: readonly number[]) => number> = {
    open: (prices) => prices[0] ?? 0,
    high: (prices) => Math.max(...prices),
    low: (prices) => Math.min(...prices),
    close: (prices) => prices.at(-1) ?? 0,
    volume: () => 1_000,
    openInterest: () => 0,
  }
  return candlesFrom((name) =>
    Float64Array.from(rows, ({ time, prices }) => (name === 'time' ? time : (columns[name]?.(prices) ?? 0))),
  )
}

/** The listed options of NIFTY; deltas are those that a test gives by strike. */
export const optionsOf = (
  { marginOf, list, clock }: Pick<Trading, 'marginOf' | 'list' | 'clock'>,
  deltas: Readonly<Record<number, number>> = {},
): AutomationParts['options'] => ({
  async marketOf(underlying) {
    const options = list.rows().filter(({ segment }) => segment === 'NFO-OPT')
    const today = toIstDate(clock.now())
    const expiries = [...new Set(options.flatMap(({ expiry }) => expiry ?? []))]
      .filter((expiry) => expiry >= today)
      .sort()
    const index = {
      expiriesOf: () => expiries,
      optionsOf: (_: InstrumentId, expiry: string, type: 'CE' | 'PE') =>
        options.filter((one) => one.expiry === expiry && one.instrumentType === type),
    }
    return {
      index,
      underlying: underlying.id,
      optionsOf: () =>
        Object.entries(deltas).map(([strike, delta]) => ({ strike: Number(strike), delta, price: null })),
    }
  },
  marginOf,
})

export interface Automated {
  readonly automation: Automation
  /** Works of the engine so far. */
  readonly works: RuleWork[]
  /** Each second the exchange and then the automation step. */
  run(ms: number): Promise<void>
  /** `10:01 entered Bought 10 …`, the oldest first; checks that led to nothing are left out. */
  log(deployment: NewDeployment): Promise<readonly string[]>
}

const SECOND_MS = 1_000

export const startAutomation = async (
  trading: Trading,
  changes: Partial<AutomationParts> = {},
): Promise<Automated> => {
  const rules = createRules(createLiveHost(backtest))
  const works: RuleWork[] = []
  const store = createDeploymentStore(trading.store)
  const automation = createAutomation({
    store,
    broker: trading.broker,
    advance: trading.step,
    accountFor: (owner, type) => (type === 'paper' ? virtualAccountOf(owner) : owner),
    readCandles: async (request) => candlesOf(trading, request),
    evaluate: async (work) => {
      works.push(work)
      return rules.run(work)
    },
    live: trading.market,
    calendar: exchangeCalendar,
    instruments: {
      look: trading.look,
      futuresOf: async (underlying) =>
        listed.filter(
          ({ instrumentType, name }) => instrumentType === 'FUT' && underlying.endsWith(`${name} 50`),
        ),
    },
    options: optionsOf(trading),
    noticesOf: createNoticesOf(trading.clock),
    scheduler: handScheduler(trading.clock),
    log: createLog({
      level: 'debug',
      secrets: createSecretWatch(),
      write: (line) => trading.logged.push(line),
    }),
    ...changes,
  })
  await automation.start()
  return {
    automation,
    works,
    async run(ms) {
      const until = trading.clock.now() + ms
      while (trading.clock.now() < until) {
        await trading.pass(Math.min(SECOND_MS, until - trading.clock.now()))
        await automation.step()
      }
    },
    async log({ owner, id }) {
      const lines = await store.log(owner, id, { before: null, limit: 1_000 })
      return lines
        .filter(({ kind }) => kind !== 'evaluated')
        .map(({ at, kind, sentence }) => `${clockOf(at)} ${kind} ${sentence}`)
        .reverse()
    },
  }
}

const clockOf = (at: number): string => new Date(at + 19_800_000).toISOString().slice(11, 16)
