import { randomUUID } from 'node:crypto'
import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { WireCode } from '../../../src/contract/error-codes.ts'
import type { changeBracket, createBracket, getBrackets } from '../../../src/contract/orders/brackets.ts'
import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupeesOrNull } from '../../../src/domain/money.ts'
import { type ClientOrderId, isEnded } from '../../../src/domain/orders/order.ts'
import type { Protection, StopLoss } from '../../../src/domain/orders/order-draft.ts'
import { positionOf } from '../../../src/domain/positions/position.ts'
import { type EpochMs, epochMs, startOfIstDate, toIstDate } from '../../../src/domain/time.ts'
import type { Account, InstrumentTerms } from '../../broker/account.ts'
import {
  averageIn,
  type Bracket,
  findWrongSide,
  heldIn,
  priced,
  termsIn,
} from '../../broker/brackets/bracket.ts'
import { fromBracketRow } from '../../broker/brackets/bracket-row.ts'
import type { Conversion } from '../../broker/brackets/conversion.ts'
import type { BracketWatch } from '../../broker/brackets/watch.ts'
import type { Broker } from '../../broker/broker.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { Store } from '../../store/database/database.ts'
import { findBracket, listBracketsOf } from '../../store/orders/brackets.ts'
import type { User } from '../../user.ts'
import type { ListedTerms } from './listed-terms.ts'
import { noInstrument } from './order-refusals.ts'

type Row = ReplyOf<typeof createBracket>
type Asked = BodyOf<typeof createBracket>

const ACTIVE_MAX = 100
const ID_LENGTH = 16

export interface BracketParts {
  readonly store: Pick<Store, 'db'>
  readonly broker: Pick<Broker, 'refuseBeforeStart' | 'marketNow' | 'accountOf'>
  readonly watch: BracketWatch
  readonly termsFor: ListedTerms
  /** Wall time. */
  readonly clock: Clock
}

const toRow = (bracket: Bracket): Row => ({
  bracketId: bracket.id,
  clientOrderId: bracket.clientOrderId,
  sym: bracket.sym,
  product: bracket.product,
  quantity: bracket.quantity,
  stop: bracket.stop === null ? null : { ...bracket.stop },
  target: bracket.target === null ? null : { ...bracket.target },
  stopPrice: toRupeesOrNull(bracket.stopPrice),
  targetPrice: toRupeesOrNull(bracket.targetPrice),
  status: bracket.status,
  message: bracket.message,
  exitOrderId: bracket.exitOrderId,
  madeAt: bracket.madeAt,
})

const wrongField = (code: WireCode, message: string, field: string): Refusal =>
  new Refusal(code, message, { issues: [`body.${field}: ${message}`] })

const noBracket = (): Refusal => new Refusal('BRACKET_NOT_FOUND', "Couldn't find that `bracket_id`.")

const refuseNothing = (stop: StopLoss | null, target: Protection | null): void => {
  if (stop === null && target === null)
    throw wrongField('NOTHING_TO_WATCH', 'Give a stop, a target or both.', 'stop')
  if (stop?.kind === 'price' && target?.kind === 'price' && stop.value === target.value)
    throw wrongField('TARGET_SIDE', 'Stop and target are the same price.', 'target')
}

const averageOf = (account: Account, of: Pick<Bracket, 'sym' | 'product'>): number | null =>
  averageIn(account, of, (key) => {
    const sums = account.positions.get(key)
    return sums === undefined ? null : positionOf(sums, sums.previousClose).averagePrice
  })

const lastPriceIn = (market: MarketSnapshot, terms: InstrumentTerms): number | null =>
  market.quoteOf(terms)?.lastPrice ?? null

/** Compared with the last price: a stop may lie beyond the average once the position gains. */
const refuseWrongSide = (bracket: Bracket, terms: InstrumentTerms, market: MarketSnapshot): void => {
  const reference = lastPriceIn(market, terms) ?? bracket.averagePrice
  if (reference === null) return
  const wrong = findWrongSide(bracket, reference, 'the last price')
  if (wrong !== null)
    throw wrongField(wrong.code, wrong.message, wrong.code === 'STOP_SIDE' ? 'stop' : 'target')
}

const isSame = (one: StopLoss | null, other: StopLoss | null): boolean =>
  one === other ||
  (one?.kind === other?.kind &&
    one?.value === other?.value &&
    one?.trail?.kind === other?.trail?.kind &&
    one?.trail?.value === other?.trail?.value)

const refuseEnding = ({ status }: Bracket): void => {
  if (status === 'exiting')
    throw new Refusal('BRACKET_EXITING', 'Exit order already pending; modify or cancel that order.')
}

/** An interrupted exit waits for trading to resume and has no open order to cancel. */
const isBetweenExits = ({ status, exitOrderId }: Bracket, { orders }: Account): boolean => {
  const exit = exitOrderId === null ? undefined : orders.get(exitOrderId)
  return status === 'exiting' && (exit === undefined || isEnded(exit.status))
}

const forPosition = (bracket: Bracket, account: Account, market: MarketSnapshot): Bracket => {
  const quantity = heldIn(account, bracket)
  const terms = termsIn(account, bracket)
  const averagePrice = averageOf(account, bracket)
  if (quantity === 0 || terms === null || averagePrice === null)
    throw new Refusal('NO_POSITION', `There is no ${bracket.product} position in ${bracket.sym}.`)
  const watching = { ...bracket, quantity, status: 'watching' as const }
  const whole = priced(watching, {
    averagePrice,
    lastPrice: lastPriceIn(market, terms),
    quantity,
    tickSize: terms.tickSize,
  })
  refuseWrongSide(whole, terms, market)
  return whole
}

/** A trailing stop that is not changed itself stays where it is. */
const repriced = (
  bracket: Bracket,
  isStopKept: boolean,
  account: Account,
  market: MarketSnapshot,
): Bracket => {
  const terms = termsIn(account, bracket)
  const isOfPosition = bracket.clientOrderId === null
  const averagePrice = (isOfPosition ? averageOf(account, bracket) : null) ?? bracket.averagePrice
  if (terms === null || averagePrice === null) return bracket
  const quantity = isOfPosition ? bracket.quantity : Math.sign(bracket.quantity) * bracket.filledQuantity
  const next = priced(bracket, {
    averagePrice,
    lastPrice: lastPriceIn(market, terms),
    quantity,
    tickSize: terms.tickSize,
  })
  const isKept = isStopKept && bracket.stop?.trail !== undefined
  const moved = isKept ? { ...next, stopPrice: bracket.stopPrice } : next
  refuseWrongSide(moved, terms, market)
  return { ...moved, watchedAt: market.at }
}

export const createBrackets = ({ store, broker, watch, termsFor, clock }: BracketParts) => {
  const blank = (user: User, asked: Asked, sym: InstrumentId, at: EpochMs): Bracket => ({
    id: randomUUID().replaceAll('-', '').slice(0, ID_LENGTH),
    owner: user.id,
    clientOrderId: (asked.clientOrderId ?? null) as ClientOrderId | null,
    sym,
    product: asked.product,
    stop: asked.stop ?? null,
    target: asked.target ?? null,
    quantity: 0,
    filledQuantity: 0,
    averagePrice: null,
    stopPrice: null,
    targetPrice: null,
    status: 'waiting',
    message: null,
    exitOrderId: null,
    watchedAt: at,
    madeAt: at,
    madeWallAt: epochMs(clock.now()),
    endedAt: null,
  })

  /** A bracket that waits for an order that was never accepted does not block another. */
  const refuseSecond = (asked: Bracket, account: Account, active: readonly Bracket[]): void => {
    if (active.length >= ACTIVE_MAX)
      throw new Refusal('BRACKETS', `At most ${ACTIVE_MAX} stops and targets are watched at once.`)
    const isInTheWay = ({ sym, product, status, clientOrderId }: Bracket): boolean =>
      sym === asked.sym &&
      product === asked.product &&
      (status !== 'waiting' || (clientOrderId !== null && account.orderOfClientId.has(clientOrderId)))
    if (active.some(isInTheWay))
      throw new Refusal(
        'BRACKET_EXISTS',
        `${asked.sym} in ${asked.product} already has a stop or target. Modify or remove it first.`,
      )
  }

  const changeOrRefuse = async (user: User, id: string, to: (bracket: Bracket) => Bracket): Promise<Row> => {
    const changed = await watch.change(user.id, id, to)
    if (changed !== null) return toRow(changed)
    const ended = await findBracket(store.db, user.id, id)
    if (ended === null) throw noBracket()
    throw new Refusal('BRACKET_ENDED', `It is already ${ended.status}.`)
  }

  return {
    async list(user: User): Promise<ReplyOf<typeof getBrackets>> {
      broker.refuseBeforeStart()
      const since = startOfIstDate(toIstDate(broker.marketNow().at))
      return (await listBracketsOf(store.db, user.id, since)).map((row) => toRow(fromBracketRow(row)))
    },

    async create(user: User, body: Asked): Promise<Row> {
      broker.refuseBeforeStart()
      refuseNothing(body.stop ?? null, body.target ?? null)
      const parsed = parseInstrumentId(body.sym)
      if (parsed === null) throw noInstrument(body.sym)
      if (body.clientOrderId !== undefined) await termsFor(body.sym)
      const account = await broker.accountOf(user.id)
      const market = broker.marketNow()
      const active = watch.activeOf(user.id)
      const asked = blank(user, body, parsed.id, market.at)
      const same = active.find(
        (each) => each.clientOrderId !== null && each.clientOrderId === asked.clientOrderId,
      )
      if (same !== undefined) {
        const isRepeat =
          isSame(same.stop, asked.stop) && isSame(same.target, asked.target) && same.sym === asked.sym
        if (isRepeat) return toRow(same)
        throw new Refusal('KEY_REUSED', 'This client order id already has another stop or target.')
      }
      refuseSecond(asked, account, active)
      const bracket = asked.clientOrderId === null ? forPosition(asked, account, market) : asked
      await watch.add(bracket)
      return toRow(bracket)
    },

    async change(user: User, body: BodyOf<typeof changeBracket>): Promise<Row> {
      const account = await broker.accountOf(user.id)
      const market = broker.marketNow()
      return changeOrRefuse(user, body.bracketId, (bracket) => {
        const stop = body.stop === undefined ? bracket.stop : body.stop
        const target = body.target === undefined ? bracket.target : body.target
        refuseEnding(bracket)
        refuseNothing(stop, target)
        const next = { ...bracket, stop, target }
        return bracket.status === 'waiting' ? next : repriced(next, body.stop === undefined, account, market)
      })
    },

    async cancel(user: User, id: string): Promise<Row> {
      broker.refuseBeforeStart()
      const account = await broker.accountOf(user.id)
      const { at } = broker.marketNow()
      return changeOrRefuse(user, id, (bracket) => {
        if (!isBetweenExits(bracket, account)) refuseEnding(bracket)
        return { ...bracket, status: 'cancelled', message: 'Removed by you', endedAt: at }
      })
    },

    /** Runs `work`, which converts the position, and moves its bracket along. */
    convert<Result>(
      user: User,
      position: Pick<Conversion, 'sym' | 'from' | 'to'>,
      work: () => Promise<Result>,
    ): Promise<Result> {
      broker.refuseBeforeStart()
      const isLeaving = watch
        .activeOf(user.id)
        .some(
          ({ sym, product, status }) =>
            sym === position.sym && product === position.from && status === 'exiting',
        )
      if (isLeaving)
        throw new Refusal('BRACKET_EXITING', 'Its stop or target was hit, and its exit order is pending.')
      return watch.convert({ ...position, owner: user.id, at: broker.marketNow().at }, work)
    },
  }
}

export type Brackets = ReturnType<typeof createBrackets>
