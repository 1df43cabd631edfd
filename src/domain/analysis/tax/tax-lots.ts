import type { InstrumentId } from '../../instruments/instrument.ts'
import type { Side } from '../../orders/order.ts'
import { type IstDate, toIstDate } from '../../time.ts'

export const taxClasses = ['nonSpeculative', 'speculative', 'shortTerm', 'longTerm'] as const
export type TaxClass = (typeof taxClasses)[number]

/** A fill, or a settlement. Whole paise. */
export interface TaxFill {
  readonly at: number
  readonly key: InstrumentId
  readonly isShare: boolean
  readonly side: Side
  readonly quantity: number
  readonly price: number
  readonly charges: number
  /** Part of `charges`. */
  readonly stt: number
}

/** Units that were bought and sold again, or the other way round. Whole paise. */
export interface Realised {
  readonly key: InstrumentId
  readonly of: TaxClass
  readonly quantity: number
  readonly boughtAt: number
  readonly soldAt: number
  readonly bought: number
  readonly sold: number
  readonly charges: number
  readonly stt: number
}

export interface TaxBooks {
  readonly realised: readonly Realised[]
  /** Shares that were sold without having been bought: what they cost is not known. */
  readonly unmatched: readonly {
    readonly key: InstrumentId
    readonly at: number
    readonly quantity: number
  }[]
  /** Units that are still open, as their fills. */
  readonly open: readonly TaxFill[]
}

interface Lot {
  readonly at: number
  readonly side: Side
  readonly price: number
  quantity: number
  charges: number
  stt: number
}

/** Takes units off a lot with their share of its charges, so that the parts sum to the whole. */
const takeOff = (lot: Lot, quantity: number): { readonly charges: number; readonly stt: number } => {
  const share = quantity / lot.quantity
  const [charges, stt] = [Math.round(lot.charges * share), Math.round(lot.stt * share)]
  lot.quantity -= quantity
  lot.charges -= charges
  lot.stt -= stt
  return { charges, stt }
}

const lotOf = ({ at, side, price, quantity, charges, stt }: TaxFill): Lot => ({
  ...{ at, side, price, quantity, charges, stt },
})

const YEAR_MONTHS = 12

export const isLongTerm = (boughtAt: number, soldAt: number): boolean => {
  const [bought, sold] = [toIstDate(boughtAt), toIstDate(soldAt)]
  const months =
    (Number(sold.slice(0, 4)) - Number(bought.slice(0, 4))) * YEAR_MONTHS +
    Number(sold.slice(5, 7)) -
    Number(bought.slice(5, 7))
  return months > YEAR_MONTHS || (months === YEAR_MONTHS && sold.slice(8) > bought.slice(8))
}

const matched = (
  key: InstrumentId,
  one: Lot,
  other: Lot,
  classOf: (bought: Lot, sold: Lot) => TaxClass,
): Realised => {
  const quantity = Math.min(one.quantity, other.quantity)
  const [buy, sell] = one.side === 'buy' ? [one, other] : [other, one]
  const of = classOf(buy, sell)
  const [first, second] = [takeOff(one, quantity), takeOff(other, quantity)]
  return {
    ...{ key, of, quantity, boughtAt: buy.at, soldAt: sell.at },
    bought: quantity * buy.price,
    sold: quantity * sell.price,
    charges: first.charges + second.charges,
    stt: first.stt + second.stt,
  }
}

/** First in, first out: closes what `lots` hold on the other side. */
const close = (
  key: InstrumentId,
  lots: Lot[],
  lot: Lot,
  classOf: (bought: Lot, sold: Lot) => TaxClass,
): Realised[] => {
  const realised: Realised[] = []
  while (lot.quantity > 0) {
    const at = lots.findIndex((one) => one.side !== lot.side && one.quantity > 0)
    const other = lots[at]
    if (other === undefined) break
    realised.push(matched(key, other, lot, classOf))
    if (other.quantity === 0) lots.splice(at, 1)
  }
  return realised
}

const fillOf = (key: InstrumentId, isShare: boolean, lot: Lot): TaxFill => ({ key, isShare, ...lot })

const derivativesOf = (key: InstrumentId, fills: readonly TaxFill[]): TaxBooks => {
  const lots: Lot[] = []
  const realised: Realised[] = []
  for (const fill of fills) {
    const lot = lotOf(fill)
    realised.push(...close(key, lots, lot, () => 'nonSpeculative'))
    if (lot.quantity > 0) lots.push(lot)
  }
  return { realised, unmatched: [], open: lots.map((lot) => fillOf(key, false, lot)) }
}

const byDay = (fills: readonly TaxFill[]): readonly (readonly TaxFill[])[] => {
  const days = new Map<IstDate, TaxFill[]>()
  for (const fill of fills) {
    const day = toIstDate(fill.at)
    const own = days.get(day)
    if (own === undefined) days.set(day, [fill])
    else own.push(fill)
  }
  return [...days.values()]
}

/** Shares bought and sold on one day are never delivered: they are speculative, and only the rest is matched with older lots. */
const sharesOf = (
  key: InstrumentId,
  fills: readonly TaxFill[],
  isOver: (day: IstDate) => boolean,
): TaxBooks => {
  const held: Lot[] = []
  const realised: Realised[] = []
  const unmatched: TaxBooks['unmatched'][number][] = []
  for (const ofDay of byDay(fills)) {
    const lots: Lot[] = []
    for (const fill of ofDay) {
      const lot = lotOf(fill)
      realised.push(...close(key, lots, lot, () => 'speculative'))
      if (lot.quantity > 0) lots.push(lot)
    }
    const day = toIstDate(ofDay[0]?.at ?? 0)
    for (const lot of lots) {
      if (lot.side === 'sell')
        realised.push(
          ...close(key, held, lot, (bought, sold) =>
            isLongTerm(bought.at, sold.at) ? 'longTerm' : 'shortTerm',
          ),
        )
      if (lot.quantity === 0) continue
      if (lot.side === 'sell' && isOver(day)) unmatched.push({ key, at: lot.at, quantity: lot.quantity })
      else held.push(lot)
    }
  }
  return { realised, unmatched, open: held.map((lot) => fillOf(key, true, lot)) }
}

/** `today` is in progress: a share that is sold short may still be bought back. */
export const taxBooksOf = (fills: readonly TaxFill[], today: IstDate): TaxBooks => {
  const byKey = new Map<InstrumentId, TaxFill[]>()
  for (const fill of fills) {
    const own = byKey.get(fill.key)
    if (own === undefined) byKey.set(fill.key, [fill])
    else own.push(fill)
  }
  const books = [...byKey].map(([key, own]) =>
    own[0]?.isShare === true ? sharesOf(key, own, (day) => day < today) : derivativesOf(key, own),
  )
  const closedAt = ({ boughtAt, soldAt }: Realised): number => Math.max(boughtAt, soldAt)
  return {
    realised: books.flatMap((one) => one.realised).sort((one, other) => closedAt(one) - closedAt(other)),
    unmatched: books.flatMap((one) => one.unmatched),
    open: books.flatMap((one) => one.open),
  }
}
