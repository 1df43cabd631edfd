import type { InstrumentId } from '../domain/instrument.ts'
import type { QuoteBook } from '../market/quote-book.ts'
import type { Platform } from '../platform/platform.ts'
import type { TradingActors } from './actors.ts'

export interface ScalperWires {
  readonly actors: Pick<TradingActors, 'arming' | 'scalper' | 'orders'>
  readonly quotes: QuoteBook
  readonly platform: Pick<Platform, 'after'>
}

type Undo = () => void

/** A strike that was just stepped to has no price yet; one without any for longer is not to be traded by a key. */
export const UNTRUSTED_MS = 3_000

/** Keeps the keys armed while they are used, and no longer than the price of what they trade can be trusted. */
export const wireScalper = (wires: ScalperWires): Undo => {
  const undos = [wireFuse(wires), wireTrust(wires)]
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
