import { fromPromise } from 'xstate'
import { isFateUnknown, outdatedPage } from '../../contract/api-error.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { cancelBracket, changeBracket, createBracket } from '../../contract/orders/brackets.ts'
import { cancelOrder, getOrderBook, modifyOrder, placeOrderDirect } from '../../contract/orders/orders.ts'
import {
  cancelAllOrders,
  exitAllPositions,
  getKillSwitch,
  setKillSwitch,
} from '../../contract/orders/safety.ts'
import { convertPosition, getPositions } from '../../contract/positions/positions.ts'
import type { Instrument, InstrumentId } from '../../domain/instruments/instrument.ts'
import { planExit } from '../../domain/orders/exit-plan.ts'
import type { SentExit } from '../../domain/orders/exit-progress.ts'
import { atOnce } from '../../domain/orders/order-types.ts'
import type { QuotePrices } from '../../domain/orders/order-words.ts'
import { killSwitchMachine } from '../../machines/orders/kill-switch.ts'
import {
  type ActAnswer,
  type ActRequest,
  type ExitAnswer,
  type Leftover,
  orderActionMachine,
} from '../../machines/orders/order-action.ts'
import { orderActionsMachine } from '../../machines/orders/order-actions.ts'
import type { orderPlacementMachine } from '../../machines/orders/order-placement.ts'
import type { BracketEntry, OrderEntry, PositionEntry } from '../../machines/positions/books.ts'
import { texts } from '../../machines/texts.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { codeOf, refusalText } from './placing.ts'

export interface ActPorts {
  readonly http: HttpClient
  readonly whyHeldBack: () => string | null
  /** True if the server was updated since the page loaded: then only risk-reducing calls are sent. */
  readonly isOutdated: () => boolean
  readonly randomHex: (bytes: number) => string
  /** Market day; part of an exit's client order id. */
  readonly today: () => string
  readonly orders: () => readonly OrderEntry[]
  readonly positions: () => readonly PositionEntry[]
  readonly brackets: () => readonly BracketEntry[]
  readonly placement: typeof orderPlacementMachine
  /** Null while the instrument list is loading. */
  readonly find: (instrument: InstrumentId) => Instrument | null
  readonly quoteOf: (instrument: InstrumentId) => QuotePrices | null
}

const CLIENT_KEY_BYTES = 12

type RequestOf<Type extends ActRequest['type']> = Extract<ActRequest, { readonly type: Type }>

const refused = (message: string, code?: string): ActAnswer => ({
  kind: 'refused',
  message,
  ...(code === undefined ? {} : { code }),
})
const done = (leftovers: readonly Leftover[] = [], exits: readonly SentExit[] = []): ActAnswer => ({
  kind: 'done',
  leftovers,
  exits,
})

/** A call is not repeated after a lost reply: its outcome shows in the order book and positions. */
const reasonOf = (error: unknown, call: Endpoint): string =>
  isFateUnknown(error) ? texts.answerLost : refusalText(error, call.failure)

const cancel = async ({ http, orders }: ActPorts, { orderId }: RequestOf<'order.cancel'>): Promise<void> => {
  const order = orders().find((one) => one.orderId === orderId)
  await http.call(cancelOrder, {
    query: {
      orderId,
      ...(order === undefined ? {} : { variety: order.variety }),
      ...(order?.parentOrderId == null ? {} : { parentOrderId: order.parentOrderId }),
    },
  })
}

const convert = async (
  { http, positions }: ActPorts,
  asked: RequestOf<'position.convert'>,
): Promise<void> => {
  const position = positions().find(({ sym, product }) => sym === asked.instrument && product === asked.from)
  const isShort = (position?.quantity ?? 0) < 0
  const carried = (position?.overnightQuantity ?? 0) * (isShort ? -1 : 1)
  await http.call(convertPosition, {
    body: {
      sym: asked.instrument,
      transactionType: isShort ? 'SELL' : 'BUY',
      positionType: carried >= asked.quantity ? 'overnight' : 'day',
      quantity: asked.quantity,
      oldProduct: asked.from,
      newProduct: asked.to,
    },
  })
}

/** Changes the stop and target that the position has already; the one that is not named stays. */
const protect = async (
  { http, brackets }: ActPorts,
  { instrument, product, stop, target }: RequestOf<'position.protect'>,
): Promise<void> => {
  const levels = { ...(stop === null ? {} : { stop }), ...(target === null ? {} : { target }) }
  const held = brackets().find(
    (one) => one.sym === instrument && one.product === product && one.status === 'watching',
  )
  if (held === undefined) await http.call(createBracket, { body: { sym: instrument, product, ...levels } })
  else await http.call(changeBracket, { body: { bracketId: held.bracketId, ...levels } })
}

const actInBulk = async (ports: ActPorts, type: 'orders.cancelAll' | 'positions.exitAll') => {
  const { http, randomHex } = ports
  if (type === 'orders.cancelAll') return done((await http.call(cancelAllOrders)).leftovers)
  const body = { clientOrderId: randomHex(CLIENT_KEY_BYTES) }
  const { leftovers, exits } = await http.call(exitAllPositions, { body })
  return done(leftovers, exits)
}

type AskedAtOnce = Exclude<ActRequest['type'], 'position.exit'>

const endpoints: Readonly<Record<AskedAtOnce, Endpoint>> = {
  'order.cancel': cancelOrder,
  'order.modify': modifyOrder,
  'position.convert': convertPosition,
  'position.protect': createBracket,
  'bracket.change': changeBracket,
  'bracket.cancel': cancelBracket,
  'orders.cancelAll': cancelAllOrders,
  'positions.exitAll': exitAllPositions,
}

const ask = async (
  ports: ActPorts,
  request: Exclude<ActRequest, { type: 'position.exit' }>,
): Promise<ActAnswer> => {
  const { http } = ports
  switch (request.type) {
    case 'order.cancel':
      await cancel(ports, request)
      return done()
    case 'order.modify':
      await http.call(modifyOrder, { body: { orderId: request.orderId, ...request.change } })
      return done()
    case 'position.convert':
      await convert(ports, request)
      return done()
    case 'position.protect':
      await protect(ports, request)
      return done()
    case 'bracket.change': {
      const { type: _, ...change } = request
      await http.call(changeBracket, { body: change })
      return done()
    }
    case 'bracket.cancel':
      await http.call(cancelBracket, { query: { bracketId: request.bracketId } })
      return done()
    case 'orders.cancelAll':
    case 'positions.exitAll':
      return actInBulk(ports, request.type)
    default:
      return request satisfies never
  }
}

const act = async (ports: ActPorts, request: ActRequest): Promise<ActAnswer> => {
  const heldBack = ports.whyHeldBack()
  if (heldBack !== null) return refused(heldBack)
  if (request.type === 'position.exit') return refused(placeOrderDirect.failure)
  if (ports.isOutdated() && !endpoints[request.type].riskReducing) return refused(texts.outdated)
  try {
    return await ask(ports, request)
  } catch (error) {
    return refused(reasonOf(error, endpoints[request.type]), codeOf(error))
  }
}

const plan = async (ports: ActPorts, exit: RequestOf<'position.exit'>): Promise<ExitAnswer> => {
  const { http, whyHeldBack, isOutdated, today, find, quoteOf } = ports
  const heldBack = whyHeldBack()
  if (heldBack !== null) return { kind: 'refused', message: heldBack }
  if (isOutdated()) return { kind: 'refused', message: texts.outdated }
  try {
    const [{ net }, orders] = await Promise.all([http.call(getPositions), http.call(getOrderBook)])
    const contract = find(exit.instrument)
    const held = net.find(({ sym }) => sym === exit.instrument)
    const known = held === undefined ? null : { lastPrice: held.lastPrice, bid: null, ask: null }
    const planned = planExit(exit, {
      positions: net,
      orders,
      today: today(),
      atOnce: (side) =>
        contract === null
          ? { orderType: 'MARKET', price: null }
          : atOnce(contract, side, quoteOf(exit.instrument) ?? known),
    })
    switch (planned.kind) {
      case 'planned':
        return planned
      case 'gone':
        return { kind: 'refused', message: texts.positionGone }
      case 'leaving':
        return { kind: 'refused', message: texts.positionLeaving }
      default:
        return planned satisfies never
    }
  } catch (error) {
    return { kind: 'refused', message: refusalText(error, placeOrderDirect.failure) }
  }
}

export const provideOrderActions = (ports: ActPorts): typeof orderActionsMachine => {
  const orderAction = orderActionMachine.provide({
    actors: {
      act: fromPromise(({ input }) => act(ports, input.request)),
      planExit: fromPromise(({ input }) => plan(ports, { type: 'position.exit', ...input.exit })),
      placement: ports.placement,
    },
  })
  return orderActionsMachine.provide({ actors: { orderAction } })
}

/** The kill switch is sent even if the network seems offline or the page is outdated. */
export const provideKillSwitch = ({
  http,
  isOutdated,
}: Pick<ActPorts, 'http' | 'isOutdated'>): typeof killSwitchMachine =>
  killSwitchMachine.provide({
    actors: {
      load: fromPromise(({ signal }) => http.call(getKillSwitch, { signal })),
      pull: fromPromise(() => http.call(setKillSwitch, { body: { isOn: true, exitPositions: true } })),
      rearm: fromPromise(async () => {
        if (isOutdated()) throw outdatedPage()
        return http.call(setKillSwitch, { body: { isOn: false } })
      }),
    },
  })
