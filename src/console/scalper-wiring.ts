import type { InstrumentId } from '../domain/instrument.ts'
import type { SeenQuote } from '../domain/order-doubt.ts'
import type { QuoteBook } from '../market/quote-book.ts'
import type { Platform } from '../platform/platform.ts'
import type { TradingActors } from './actors.ts'

/** A price that has been on screen for so long counts as read: about as long as a hand needs to follow the eye. */
export const PRICE_READ_AFTER_MS = 250

/** The quote of the Scalper's instrument as it was read; null while its keys are not armed or none is known. */
export interface ReadQuote {
  current: { readonly instrument: InstrumentId; readonly quote: SeenQuote } | null
}

export interface ScalperWires {
  readonly actors: Pick<TradingActors, 'arming' | 'scalper' | 'orders'>
  readonly quotes: QuoteBook
  readonly platform: Pick<Platform, 'after'>
  readonly quoteOf: (instrument: InstrumentId) => SeenQuote | null
  readonly readQuote: ReadQuote
}

type Undo = () => void

/** A strike that was just stepped to has no price yet; one without any for longer is not to be traded by a key. */
export const UNTRUSTED_MS = 3_000

/** Keeps the keys armed while they are used, and no longer than the price of what they trade can be trusted. */
export const wireScalper = (wires: ScalperWires): Undo => {
  const undos = [wireFuse(wires), wireTrust(wires), wireRead(wires)]
  return () => {
    for (const undo of undos) undo()
  }
}

/** Every key that moves or trades lights the fuse anew. */
const wireFuse = ({ actors: { arming, scalper, orders } }: ScalperWires): Undo => {
  const touch = () => arming.send({ type: 'arming.touch' })
  const tradeOf = () => {
    const { instrument, lots, product, price } = scalper.getSnapshot().context
    return `${instrument} ${lots} ${product} ${price}`
  }
  const sentBy = () => orders.getSnapshot().context.placements.length
  let trade = tradeOf()
  let sent = sentBy()
  const subscriptions = [
    scalper.subscribe(() => {
      const now = tradeOf()
      if (now !== trade) touch()
      trade = now
    }),
    orders.subscribe(() => {
      const now = sentBy()
      if (now > sent) touch()
      sent = now
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** Follows what an armed key was pressed for: the prices on screen a moment ago, not those that came meanwhile. */
const wireRead = ({ actors, quotes, platform, quoteOf, readQuote }: ScalperWires): Undo => {
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
    const now = isArmed ? scalper.getSnapshot().context.instrument : null
    if (now === watched) return
    unwatch()
    watched = now
    readQuote.current = null
    unwatch = now === null ? () => {} : quotes.watchSides(now, show)
    show()
  }

  const subscriptions = [arming.subscribe(look), scalper.subscribe(look)]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    unwatch()
  }
}

/** Old prices, one that is in doubt and a silent feed disarm. */
const wireTrust = ({ actors: { arming, scalper }, quotes, platform }: ScalperWires): Undo => {
  let watched: InstrumentId | null = null
  let unwatch: Undo = () => {}
  let stopWaiting: Undo | null = null

  const settle = (): void => {
    stopWaiting?.()
    stopWaiting = null
  }
  const judge = (): void => {
    if (watched === null) return
    const mark = quotes.quote(watched)?.mark ?? 'silent'
    if (mark === 'live' || mark === 'closed') settle()
    else stopWaiting ??= platform.after(UNTRUSTED_MS, () => arming.send({ type: 'quotes.lost' }))
  }
  const look = (): void => {
    const isArmed = arming.getSnapshot().matches('armed')
    const now = isArmed ? scalper.getSnapshot().context.instrument : null
    if (now === watched) return
    unwatch()
    settle()
    watched = now
    unwatch = now === null ? () => {} : quotes.watch(now, judge)
    judge()
  }

  const subscriptions = [arming.subscribe(look), scalper.subscribe(look)]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    unwatch()
    settle()
  }
}
