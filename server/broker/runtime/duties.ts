import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { instrumentTitle } from '../../../src/domain/instruments/instrument-names.ts'
import { type Paise, paise } from '../../../src/domain/money.ts'
import { isEnded } from '../../../src/domain/orders/order.ts'
import { startOfIstDate } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { Log } from '../../ports.ts'
import type { Account, Order, PositionSums } from '../account.ts'
import { positionKey } from '../account.ts'
import { derivedKey } from '../derived-key.ts'
import type { Ledger } from '../ledger.ts'
import { settlementValueOf } from '../rules/settlement.ts'
import type { Duty } from './agenda.ts'
import { exitIntent, hashOfTicket, netQuantityOf } from './intents.ts'
import type { MarketAt } from './market-snapshot.ts'
import type { OrderRouter } from './order-router.ts'

/** ₹50 and 18 % tax per order with which the broker squares off an intraday position. */
export const SQUARE_OFF_FEE: Paise = paise(5_900)

export interface DutyParts {
  readonly ledger: Ledger
  readonly router: OrderRouter
  readonly live: LiveMarket
  readonly marketAt: MarketAt
  readonly log: Log
}

const isAmo = ({ status }: Order): boolean =>
  status === 'AMO REQ RECEIVED' || status === 'MODIFY AMO REQ RECEIVED'

/** The pre-open accepts no other orders. */
const isPlain = ({ orderType, validity, disclosedQuantity }: Order): boolean =>
  (orderType === 'LIMIT' || orderType === 'MARKET') && validity === 'DAY' && disclosedQuantity === 0

const isIndex = (underlying: InstrumentId): boolean => underlying.startsWith(instrumentId('INDICES', ''))

const settlementWords = ({ terms }: PositionSums, settlement: number, price: Paise): string => {
  const end = settlement.toFixed(2)
  if (price === 0) return `Expired worthless: ${terms.name} ended at ${end}`
  const settled = `Settled in cash: ${terms.name} ended at ${end}`
  return terms.underlying === null || isIndex(terms.underlying)
    ? settled
    : `${settled}; delivery of the shares is not simulated`
}

/** Every duty acts on the present state, so that doing it twice changes nothing. */
export const createDuties = ({ ledger, router, live, marketAt, log }: DutyParts) => {
  const everyOrder = (wanted: (order: Order) => boolean): readonly Order[] =>
    ledger.accounts().flatMap((account) => [...account.orders.values()].filter(wanted))

  const everyPosition = (wanted: (sums: PositionSums) => boolean) =>
    ledger
      .accounts()
      .flatMap((account) =>
        [...account.positions.values()]
          .filter((sums) => netQuantityOf(sums) !== 0 && wanted(sums))
          .map((sums) => ({ owner: account.owner, sums, key: positionKey(sums.terms.id, sums.product) })),
      )

  const closesOf = (account: Account, { at }: Duty): ReadonlyMap<string, Paise> => {
    const market = marketAt(at)
    const held = [...account.positions.values(), ...account.holdings.values()]
    return new Map(
      held.flatMap(({ terms }): [string, Paise][] => {
        const quote = market.quoteOf(terms)
        if (quote === null) return []
        return [[terms.id, quote.at < startOfIstDate(market.day) ? quote.lastPrice : quote.previousClose]]
      }),
    )
  }

  const rollDay = async (duty: Duty): Promise<void> => {
    const left = everyPosition(({ product }) => product === 'MIS')
    if (left.length > 0)
      log.error({ positions: left.map(({ key }) => key) }, 'intraday positions are left after their day')
    await Promise.all(
      ledger
        .accounts()
        .filter(({ day }) => day < duty.day)
        .map((account) =>
          router.submit(
            account.owner,
            { kind: 'rollDay', day: duty.day, closes: closesOf(account, duty) },
            duty.at,
          ),
        ),
    )
  }

  const release = async ({ at, group, isPlainOnly }: Duty): Promise<void> => {
    const due = everyOrder(
      (order) => isAmo(order) && order.terms.sessionGroup === group && (!isPlainOnly || isPlain(order)),
    )
    await Promise.all(
      due.map(({ owner, id }) => router.submit(owner, { kind: 'releaseAmo', orderId: id }, at)),
    )
  }

  const clearIntraday = async ({ group }: Duty): Promise<void> => {
    const open = everyOrder(
      (order) =>
        order.product === 'MIS' &&
        order.terms.sessionGroup === group &&
        !isEnded(order.status) &&
        !isAmo(order) &&
        order.status !== 'CANCEL PENDING',
    )
    await Promise.all(
      open.map(({ owner, id }) => router.cancel(owner, id, 'Cancelled at the end of intraday trading', true)),
    )
  }

  const squareOff = async ({ at, day, group, pass }: Duty): Promise<void> => {
    const held = everyPosition(({ product, terms }) => product === 'MIS' && terms.sessionGroup === group)
    const outcomes = await Promise.all(
      held.map(({ owner, sums, key }) => {
        const intent = exitIntent({
          key: derivedKey('autosqoff', owner, day, pass, key),
          terms: sums.terms,
          product: 'MIS',
          quantity: netQuantityOf(sums),
          tag: 'autosqoff',
          placedBy: 'system',
        })
        const bodyHash = hashOfTicket(intent.ticket)
        const why = `Square-off of ${instrumentTitle(sums.terms)} by the broker`
        const fee = { amount: SQUARE_OFF_FEE, why }
        return router.submit(
          owner,
          { kind: 'place', intent, bodyHash, isCutToFree: true, ...(pass === 0 ? { fee } : {}) },
          at,
        )
      }),
    )
    const refused = outcomes.filter(
      (outcome) => outcome.kind === 'refused' && outcome.code !== 'NOT_REDUCING',
    )
    if (refused.length > 0) log.error({ refused: refused.slice(0, 5) }, 'a square-off was refused')
  }

  const lapse = async ({ group }: Duty): Promise<void> => {
    const open = everyOrder(
      (order) => order.terms.sessionGroup === group && !isEnded(order.status) && !isAmo(order),
    )
    await Promise.all(open.map(({ owner, id }) => router.lapse(owner, id)))
  }

  const settle = async ({ at, day, kind }: Duty): Promise<void> => {
    const market = marketAt(at)
    const ended = everyPosition(({ terms }) => terms.expiry !== null && terms.expiry <= day)
    await Promise.all(
      ended.map(({ owner, sums, key }) => {
        const { underlying, expiry } = sums.terms
        const official =
          underlying === null || expiry === null ? null : live.settlementPrice(underlying, expiry, at)
        const settlement = official ?? (kind === 'settleLast' ? market.forwardOf(sums.terms, null) : null)
        if (settlement === null) {
          if (kind === 'settleLast') log.error({ position: key }, 'no price to settle an ended contract at')
          return null
        }
        const price = settlementValueOf(sums.terms, settlement)
        const why = settlementWords(sums, settlement, price)
        return router.submit(owner, { kind: 'settle', positionKey: key, price, why }, at)
      }),
    )
  }

  const duties: Readonly<Record<Duty['kind'], (duty: Duty) => Promise<void>>> = {
    settle,
    settleLast: settle,
    rollDay,
    release,
    clearIntraday,
    squareOff,
    lapse,
  }
  return (duty: Duty): Promise<void> => duties[duty.kind](duty)
}
