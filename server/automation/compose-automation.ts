import { decodeCandles } from '../../src/contract/charts/candle-columns.ts'
import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { CandleSource, Candles } from '../../src/domain/charts/candle.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { type Scheduler, systemScheduler } from '../broker/runtime/scheduler.ts'
import { virtualAccountOf } from '../broker/virtual-account.ts'
import type { Trading } from '../compose-broker.ts'
import type { RuleEvaluation } from '../compose-evaluating.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { SimulatedMarket } from '../market/simulated/simulated-market.ts'
import { findSubject } from '../market/simulated/subject.ts'
import type { Clock, Log } from '../ports.ts'
import type { Listing } from '../reading/reader.ts'
import type { Reading } from '../reading/reading.ts'
import { createNoticesOf, publishDeployment } from '../services/deployments/deployment-notices.ts'
import type { StreamHub } from '../services/notifications/stream-hub.ts'
import type { Store } from '../store/database/database.ts'
import { createDeploymentStore } from '../store/deployments.ts'
import type { Automation } from './automation.ts'
import type { CandleSpanRequest } from './candle-reads.ts'
import { createAutomation } from './create-automation.ts'
import { createOptionParts } from './option-parts.ts'
import { wholeOf } from './whole-answer.ts'

/** Made in less time than a message to a reading thread takes. Null where the market is not simulated. */
const readToday = async (
  { simulated, calendar, clock, source }: ComposedAutomation['market'],
  look: (id: InstrumentId) => Promise<Instrument | null>,
  { instrument: id, interval, from, to }: CandleSpanRequest,
): Promise<Candles | null> => {
  const now = clock.now()
  if (source !== 'simulated' || from !== toIstDate(now) || interval === 'day') return null
  const instrument = await look(id)
  const subject = instrument === null ? null : findSubject(instrument, calendar)
  return subject === null ? null : simulated.readCandles(subject, interval, { from, to, now })
}

const createCandleReading =
  ({ reading, market, trading }: Pick<ComposedAutomation, 'reading' | 'market' | 'trading'>) =>
  async (request: CandleSpanRequest): Promise<Candles> => {
    const { instrument, interval, from, to } = request
    const today = await readToday(market, trading.look, request)
    if (today !== null) return today
    const query = { key: instrument, interval, from, to, source: 'market' } as const
    const { columns } = await reading.candles(
      { query, held: [] },
      { user: '', signal: new AbortController().signal },
    )
    if (columns === null) throw new TypeError('candles were asked for without a version, and none came')
    return decodeCandles(await wholeOf(columns))
  }

export interface ComposedAutomation {
  readonly store: Store
  /** Wall time. */
  readonly clock: Clock
  readonly log: Log
  readonly trading: Pick<Trading, 'broker' | 'step' | 'look' | 'marginOf'>
  readonly market: {
    readonly live: LiveMarket
    readonly calendar: Calendar
    readonly simulated: SimulatedMarket
    /** Market time. */
    readonly clock: Clock
    readonly source: CandleSource
    readonly loadListing: () => Promise<Pick<Listing, 'futuresOf' | 'expiriesOf' | 'optionsOf'>>
  }
  readonly reading: Reading
  readonly evaluation: Pick<RuleEvaluation, 'run'>
  readonly streams: StreamHub
  readonly scheduler?: Scheduler
}

export const composeAutomation = (parts: ComposedAutomation): Automation => {
  const { store, clock, log, trading, market, evaluation, streams } = parts
  const automation = createAutomation({
    store: createDeploymentStore(store),
    broker: trading.broker,
    advance: trading.step,
    accountFor: (owner, type) => (type === 'paper' ? virtualAccountOf(owner) : owner),
    readCandles: createCandleReading(parts),
    evaluate: evaluation.run,
    live: market.live,
    calendar: market.calendar,
    instruments: {
      look: trading.look,
      futuresOf: async (underlying: InstrumentId) => (await market.loadListing()).futuresOf(underlying),
    },
    options: createOptionParts(parts),
    noticesOf: createNoticesOf(clock),
    scheduler: parts.scheduler ?? systemScheduler,
    log,
  })
  automation.watch(publishDeployment(streams))
  return automation
}
