import { decodeCandles } from '../../src/contract/charts/candle-columns.ts'
import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { Candles } from '../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { type Scheduler, systemScheduler } from '../broker/runtime/scheduler.ts'
import { virtualAccountOf } from '../broker/virtual-account.ts'
import type { Trading } from '../compose-broker.ts'
import type { RuleEvaluation } from '../compose-evaluating.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { Clock, Log } from '../ports.ts'
import type { Listing } from '../reading/reader.ts'
import type { Reading } from '../reading/reading.ts'
import { createNoticesOf, publishDeployment } from '../services/deployments/deployment-notices.ts'
import type { StreamHub } from '../services/notifications/stream-hub.ts'
import type { Store } from '../store/database/database.ts'
import { createDeploymentStore } from '../store/deployments.ts'
import type { AnswerBytes } from '../threads/pieces.ts'
import type { Automation } from './automation.ts'
import type { CandleSpanRequest } from './candle-reads.ts'
import { createAutomation } from './create-automation.ts'

const wholeOf = async (bytes: AnswerBytes): Promise<ArrayBuffer> => {
  if (bytes instanceof ArrayBuffer) return bytes
  const whole = new Uint8Array(bytes.byteLength)
  let from = 0
  // A piece is overwritten by the one after the next, so each is copied as it comes.
  for await (const piece of bytes) {
    whole.set(piece as Uint8Array, from)
    from += (piece as Uint8Array).byteLength
  }
  return whole.buffer
}

const createCandleReading =
  (reading: Reading) =>
  async ({ instrument, interval, from, to }: CandleSpanRequest): Promise<Candles> => {
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
  readonly trading: Pick<Trading, 'broker' | 'step' | 'look'>
  readonly market: {
    readonly live: LiveMarket
    readonly calendar: Calendar
    readonly loadListing: () => Promise<Pick<Listing, 'futuresOf'>>
  }
  readonly reading: Reading
  readonly evaluation: Pick<RuleEvaluation, 'run'>
  readonly streams: StreamHub
  readonly scheduler?: Scheduler
}

export const composeAutomation = (parts: ComposedAutomation): Automation => {
  const { store, clock, log, trading, market, reading, evaluation, streams } = parts
  const automation = createAutomation({
    store: createDeploymentStore(store),
    broker: trading.broker,
    advance: trading.step,
    accountFor: (owner, type) => (type === 'paper' ? virtualAccountOf(owner) : owner),
    readCandles: createCandleReading(reading),
    evaluate: evaluation.run,
    live: market.live,
    calendar: market.calendar,
    instruments: {
      look: trading.look,
      futuresOf: async (underlying: InstrumentId) => (await market.loadListing()).futuresOf(underlying),
    },
    noticesOf: createNoticesOf(clock),
    scheduler: parts.scheduler ?? systemScheduler,
    log,
  })
  automation.watch(publishDeployment(streams))
  return automation
}
