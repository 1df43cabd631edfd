import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { SeenQuote } from '../../domain/orders/order-doubt.ts'
import type { QuoteBook } from '../../market/quotes/quote-book.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Actors } from '../actors.ts'
import { type Undo, undoAll, unsubscribeAll } from '../area.ts'

/** A price on screen for this long counts as read; about the time from eye to hand. */
export const PRICE_READ_AFTER_MS = 250

export interface ReadQuote {
  current: { readonly instrument: InstrumentId; readonly quote: SeenQuote } | null
}

export const readQuoteOf = (instrument: InstrumentId | null, { current }: ReadQuote): SeenQuote | null =>
  current !== null && current.instrument === instrument ? current.quote : null

export interface ScalperWires {
  readonly actors: Pick<Actors, 'arming' | 'scalper' | 'placements'>
  readonly quotes: QuoteBook
  readonly platform: Pick<Platform, 'after'>
  readonly quoteOf: (instrument: InstrumentId) => SeenQuote | null
  /** The instrument that armed keys or clicks trade. */
  readonly traded: () => InstrumentId | null
  readonly readQuote: ReadQuote
}

/** A strike just selected has no live price yet; keys without one for this long are disarmed. */
export const UNTRUSTED_MS = 3_000

export const connectScalper = (wires: ScalperWires): Undo =>
  undoAll([keepArmed(wires), watchPrice(wires), followReadQuote(wires)])

const keepArmed = ({ actors: { arming, scalper, placements } }: ScalperWires): Undo => {
  const touch = () => arming.send({ type: 'arming.touch' })
  const tradeOf = () => {
    const { instrument, lots, product, price } = scalper.getSnapshot().context
    return `${instrument} ${lots} ${product} ${price}`
  }
  const sentBy = () => placements.getSnapshot().context.placements.length
  let trade = tradeOf()
  let sent = sentBy()
  return unsubscribeAll([
    scalper.subscribe(() => {
      const now = tradeOf()
      if (now !== trade) touch()
      trade = now
    }),
    placements.subscribe(() => {
      const now = sentBy()
      if (now > sent) touch()
      sent = now
    }),
  ])
}

/** An armed key trades on the prices read a moment ago, not on those that arrived since. */
const followReadQuote = ({ actors, quotes, platform, quoteOf, traded, readQuote }: ScalperWires): Undo => {
  const { arming, scalper } = actors
  let watched: InstrumentId | null = null
  let unwatch: Undo = () => {}

  const show = (): void => {
    const instrument = watched
    const quote = instrument === null ? null : quoteOf(instrument)
    if (instrument === null || quote === null) return
    if (readQuote.current === null) readQuote.current = { instrument, quote }
    platform.after(PRICE_READ_AFTER_MS, () => {
      if (watched === instrument) readQuote.current = { instrument, quote }
    })
  }
  const look = (): void => {
    const isArmed = arming.getSnapshot().matches('armed')
    const now = isArmed ? traded() : null
    if (now === watched) return
    unwatch()
    watched = now
    readQuote.current = null
    unwatch = now === null ? () => {} : quotes.watchSides(now, show)
    show()
  }

  return undoAll([unsubscribeAll([arming.subscribe(look), scalper.subscribe(look)]), () => unwatch()])
}

const watchPrice = ({ actors: { arming, scalper }, quotes, platform, traded }: ScalperWires): Undo => {
  let watched: InstrumentId | null = null
  let unwatch: Undo = () => {}
  let stopWaiting: Undo | null = null

  const stop = (): void => {
    stopWaiting?.()
    stopWaiting = null
  }
  const judge = (): void => {
    if (watched === null) return
    const freshness = quotes.quote(watched)?.freshness ?? 'noData'
    if (freshness === 'live' || freshness === 'closed') stop()
    else stopWaiting ??= platform.after(UNTRUSTED_MS, () => arming.send({ type: 'quotes.lost' }))
  }
  const look = (): void => {
    const isArmed = arming.getSnapshot().matches('armed')
    const now = isArmed ? traded() : null
    if (now === watched) return
    unwatch()
    stop()
    watched = now
    unwatch = now === null ? () => {} : quotes.watch(now, judge)
    judge()
  }

  return undoAll([unsubscribeAll([arming.subscribe(look), scalper.subscribe(look)]), () => unwatch(), stop])
}
