import { useMemo } from 'react'
import { formatNumber, formatSignedRupees } from '../../../../domain/format.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { roundToPaisa } from '../../../../domain/money.ts'
import { isGttOpen } from '../../../../domain/orders/gtt/gtt.ts'
import { isEnded } from '../../../../domain/orders/order.ts'
import { positionAt } from '../../../../domain/positions/live-figures.ts'
import { keyOfPosition } from '../../../../domain/positions/position-key.ts'
import { instrumentOfPrice, isUpward, priceRuleOf } from '../../../../domain/scanners/price-alert.ts'
import type { Gtt } from '../../../../machines/orders/gtts.ts'
import type { BracketEntry, OrderEntry, PositionEntry } from '../../../../machines/positions/books.ts'
import type { Alert } from '../../../../machines/scanners/scanner-lists.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import { useLastPrice } from '../../../kit/hooks/use-quote.ts'
import { Signed } from '../../../kit/price/signed.tsx'
import type { TradeMarker } from '../paint.ts'
import {
  alertTerms,
  gttTerms,
  type LineTerms,
  orderTerms,
  priceOfOrder,
  protectionTerms,
} from './line-terms.ts'
import type { PriceLine } from './price-line.ts'

const noOrders: readonly OrderEntry[] = []
const noPositions: readonly PositionEntry[] = []
const noBrackets: readonly BracketEntry[] = []
const noGtts: readonly Gtt[] = []
const noAlerts: readonly Alert[] = []

/** IST: `2026-11-23 10:15:02`. */
const instantOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)

const sideOf = ({ transactionType }: Pick<OrderEntry, 'transactionType'>): 'buy' | 'sell' =>
  transactionType === 'BUY' ? 'buy' : 'sell'

interface TradeLine {
  readonly line: PriceLine
  readonly terms: LineTerms | null
}

const orderLine = (order: OrderEntry): readonly TradeLine[] => {
  const price = priceOfOrder(order)
  if (!(price > 0)) return []
  const side = sideOf(order)
  const terms = orderTerms(order)
  const label = `${side === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(order.pendingQuantity, 0)} ${order.orderType}`
  return [
    {
      terms,
      line: { id: terms.id, price, kind: side, label, isMovable: true, removal: 'Cancel this order?' },
    },
  ]
}

function PnlNow({ position }: { readonly position: PositionEntry }) {
  const last = useLastPrice(position.sym as InstrumentId) ?? position.lastPrice
  return <Signed value={positionAt(position, last).unrealised} format={formatSignedRupees} />
}

const positionLine = (position: PositionEntry): TradeLine => ({
  terms: null,
  line: {
    id: `position ${keyOfPosition(position)}`,
    price: position.averagePrice,
    kind: 'position',
    label: `${position.quantity > 0 ? 'Long' : 'Short'} ${formatNumber(Math.abs(position.quantity), 0)} ${position.product}`,
    note: () => <PnlNow position={position} />,
  },
})

const protectionLines = (
  bracket: BracketEntry,
  position: PositionEntry | undefined,
): readonly TradeLine[] => {
  const { quantity, stopPrice, targetPrice } = bracket
  const stopTitle = bracket.stop?.trail === undefined ? 'Stop' : 'Trailing stop'
  const pnlAt = (price: number): string | null =>
    position === undefined
      ? null
      : formatSignedRupees(roundToPaisa((price - position.averagePrice) * quantity * position.multiplier), 0)
  const lineOf = (kind: 'stop' | 'target', price: number | null): readonly TradeLine[] => {
    if (price === null) return []
    const terms = protectionTerms(bracket, kind)
    const label = `${kind === 'stop' ? stopTitle : 'Target'} ${formatNumber(Math.abs(quantity), 0)}`
    const removal =
      stopPrice !== null && targetPrice !== null ? 'Remove stop and target?' : `Remove this ${kind}?`
    return [{ terms, line: { id: terms.id, price, kind, label, note: pnlAt, isMovable: true, removal } }]
  }
  return [...lineOf('stop', stopPrice), ...lineOf('target', targetPrice)]
}

/** The line of a target says its limit and its trigger at once. */
const isTargetAtTrigger = ({ triggers: [, target] }: Gtt): boolean =>
  target === undefined || target.price === target.triggerPrice

const gttLines = (gtt: Gtt): readonly TradeLine[] =>
  gtt.triggers.map((trigger) => {
    const terms = gttTerms(gtt, trigger)
    return {
      terms,
      line: {
        id: terms.id,
        price: trigger.triggerPrice,
        kind: 'gtt',
        label: `GTT ${sideOf(gtt)} ${formatNumber(gtt.quantity, 0)} ${trigger.when}`,
        isMovable: isTargetAtTrigger(gtt),
        removal: 'Cancel this GTT order?',
      },
    }
  })

const alertLine = (alert: Alert): readonly TradeLine[] => {
  const rule = priceRuleOf(alert.logic)
  if (rule === null) return []
  const terms = alertTerms(alert)
  const label = `Alert ${isUpward(rule) ? 'above' : 'below'}`
  return [
    {
      terms,
      line: {
        id: terms.id,
        price: rule.level,
        kind: 'alert',
        label,
        isMovable: true,
        removal: 'Stop this alert?',
      },
    },
  ]
}

const markerOf = (order: OrderEntry): TradeMarker => ({
  at: instantOf(order.exchangeTimestamp ?? order.orderTimestamp),
  price: order.averagePrice,
  side: sideOf(order),
  quantity: order.filledQuantity,
})

export interface ChartTrades {
  readonly priceLines: readonly PriceLine[]
  readonly termsOf: (id: string) => LineTerms | null
  readonly markers: readonly TradeMarker[]
}

/** Null shows none. `hasAlerts` also shows alerts on prices, which the screen watches. */
export function useChartTrades(instrument: InstrumentId | null, hasAlerts: boolean): ChartTrades {
  const orders = useSnapshot('orderBook', ({ context }) => context.output ?? noOrders)
  const positions = useSnapshot('positions', ({ context }) => context.output?.net ?? noPositions)
  const brackets = useSnapshot('brackets', ({ context }) => context.output ?? noBrackets)
  const gtts = useSnapshot('gtts', ({ context }) => context.output ?? noGtts)
  const alerts = useSnapshot('alerts', ({ context }) => context.output ?? noAlerts)
  const own = useMemo(() => orders.filter(({ sym }) => sym === instrument), [orders, instrument])
  const lines = useMemo(() => {
    const held = positions.filter(({ sym, quantity }) => sym === instrument && quantity !== 0)
    const heldOf = (bracket: BracketEntry) =>
      held.find((one) => keyOfPosition(one) === keyOfPosition(bracket))
    return [
      ...gtts.filter(({ sym, status }) => sym === instrument && isGttOpen(status)).flatMap(gttLines),
      ...held.map(positionLine),
      ...brackets
        .filter(({ sym, status }) => sym === instrument && status === 'watching')
        .flatMap((bracket) => protectionLines(bracket, heldOf(bracket))),
      ...own.filter(({ status }) => !isEnded(status)).flatMap(orderLine),
    ]
  }, [own, positions, brackets, gtts, instrument])
  const alertLines = useMemo(
    () =>
      hasAlerts && instrument !== null
        ? alerts
            .filter(
              ({ status, universe }) => status === 'running' && instrumentOfPrice(universe) === instrument,
            )
            .flatMap(alertLine)
        : [],
    [alerts, hasAlerts, instrument],
  )
  const markers = useMemo(() => own.filter(({ filledQuantity }) => filledQuantity > 0).map(markerOf), [own])
  return useMemo(() => {
    const all = [...alertLines, ...lines]
    return {
      priceLines: all.map(({ line }) => line),
      termsOf: (id) => all.find(({ line }) => line.id === id)?.terms ?? null,
      markers,
    }
  }, [lines, alertLines, markers])
}
