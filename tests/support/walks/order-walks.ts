import { setup } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { SeenOrder } from '../../../src/domain/orders/order-doubt.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { armingMachine } from '../../../src/machines/orders/arming.ts'
import { basketMachine } from '../../../src/machines/orders/basket.ts'
import { exitReportMachine } from '../../../src/machines/orders/exit-report.ts'
import { gttActsMachine } from '../../../src/machines/orders/gtt-acts.ts'
import { killSwitchMachine } from '../../../src/machines/orders/kill-switch.ts'
import { lineMoveMachine } from '../../../src/machines/orders/line-move.ts'
import { type OrderActionInput, orderActionMachine } from '../../../src/machines/orders/order-action.ts'
import { orderActionsMachine } from '../../../src/machines/orders/order-actions.ts'
import { orderDetailsMachine } from '../../../src/machines/orders/order-details.ts'
import { orderPlacementMachine, type PlacementInput } from '../../../src/machines/orders/order-placement.ts'
import { orderTicketMachine } from '../../../src/machines/orders/order-ticket.ts'
import { placementsMachine } from '../../../src/machines/orders/placements.ts'
import { createReloadMachine } from '../../../src/machines/reload.ts'
import type { Walk } from './machine-paths.ts'

const instrument = 'NSE_INFY' as InstrumentId
const draft = plainDraft({ instrument, side: 'buy', product: 'MIS', quantity: 10 })

const gtt = {
  sym: instrument,
  side: 'buy',
  product: 'cash',
  quantity: 1,
  triggers: [{ when: 'below', triggerPrice: 90, price: 90 }],
} as const

/** A constant key, so that all events are about one order. */
const placements = { now: () => 0, createKey: () => 'k' }

const known = (status: string) => ({ kind: 'known', orderId: '1', status, statusMessage: null }) as const

/** 10 % dearer at each look. */
const risingPrice = () => {
  let price = 100
  return (drafts: readonly OrderDraft[]): readonly SeenOrder[] => {
    price *= 1.1
    return drafts.map((one) => ({
      draft: one,
      symbol: 'INFY',
      followsMarket: true,
      quote: null,
      price,
      impact: null,
      tickSize: 0.05,
      tolerancePercent: 0.5,
    }))
  }
}

const stillPlacement = setup({ types: { input: {} as PlacementInput } }).createMachine({
  context: ({ input }) => ({ ...input, orderId: null, message: null, isToldByServer: false }),
  initial: 'placing',
  states: { placing: {} },
})

const stillAction = setup({ types: { input: {} as OrderActionInput } }).createMachine({
  context: ({ input }) => ({
    ...input,
    leftovers: [],
    exits: [],
    message: null,
    code: null,
    isToldByServer: false,
  }),
  initial: 'sending',
  states: { sending: {} },
})

const placementSnapshots = (name: string) =>
  (['placing', { unknown: 'waiting' }, 'sent', 'failed'] as const).map((value) => ({
    type: `xstate.snapshot.${name}`,
    snapshot: {
      value,
      context: { clientOrderId: 'k', draft, orderId: null, message: null, at: 0, isToldByServer: false },
    },
  }))

const actSnapshots = (['sending', 'done', 'failed'] as const).flatMap((value) =>
  [[], [{ sym: instrument, reason: 'gone' }]].map((leftovers) => ({
    type: 'xstate.snapshot.k',
    snapshot: { value, context: { message: null, code: null, leftovers, exits: [], isToldByServer: false } },
  })),
)

const kill = (isOn: boolean) => ({
  isOn,
  since: isOn ? 1 : null,
  reason: null,
  orderIds: [],
  leftovers: [],
  exits: [],
})

const sentExit = { sym: instrument, product: 'MIS', quantity: 10, orderId: '1', reason: null } as const
const bookWith = (status: string, filledQuantity: number) => [
  { orderId: '1', parentOrderId: null, status, statusMessage: null, quantity: 10, filledQuantity },
]

const exit = { instrument, product: 'MIS', quantity: null } as const

export const orderWalks: readonly Walk[] = [
  {
    machine: orderPlacementMachine,
    states: 10,
    transitions: 17,
    inputs: [
      { draft, clientOrderId: 'k', amoOrderId: 'amo', isResumed: false, at: 0, now: () => 0 },
      { draft, clientOrderId: 'k', amoOrderId: null, isResumed: true, at: -100_000, now: () => 0 },
    ],
    events: [
      { type: 'placement.look' },
      { type: 'placement.heard', order: known('OPEN') },
      { type: 'placement.heard', order: known('REJECTED') },
    ],
    answers: {
      place: [
        known('OPEN'),
        known('REJECTED'),
        { kind: 'lost' },
        { kind: 'refused', message: 'AMO only', asksForAmo: true },
        { kind: 'refused', message: 'no', asksForAmo: false },
      ],
      look: [known('OPEN'), known('REJECTED'), { kind: 'notFound' }],
    },
    project: ({ draft: { variety }, isResumed, looks }) => [variety, isResumed, Math.min(looks, 1)],
  },
  {
    machine: placementsMachine,
    states: 2,
    transitions: 7,
    input: placements,
    children: { placement: stillPlacement },
    events: [
      { type: 'order.place', draft },
      { type: 'order.dismiss', clientOrderId: 'k' },
      { type: 'orders.resume', sent: [{ clientOrderId: 'k', draft, at: 0 }] },
      { type: 'order.heard', clientOrderId: 'k', order: known('OPEN') },
      { type: 'network.back' },
      { type: 'session.ended' },
      ...placementSnapshots('k'),
    ],
    project: ({ placements }) => [Math.min(placements.length, 2), placements[0]?.state],
  },
  {
    machine: gttActsMachine,
    states: 3,
    transitions: 6,
    input: { createUuid: () => 'uuid' },
    events: [
      { type: 'gtt.place', title: 'Buy 1 INFY', terms: gtt, replaces: null },
      { type: 'gtt.cancel', gtts: [{ key: 'g', title: 'Buy 1 INFY' }] },
      { type: 'session.ended' },
    ],
    answers: { carryOut: [undefined] },
    project: ({ acts }) => [Math.min(acts.length, 2)],
  },
  {
    machine: orderTicketMachine,
    inputs: [{ seen: () => [] }, { seen: risingPrice() }],
    states: 9,
    transitions: 25,
    events: [
      { type: 'ticket.open', draft },
      { type: 'ticket.restore', draft },
      { type: 'ticket.follow', draft },
      { type: 'ticket.follow', draft: null },
      { type: 'ticket.change', change: { quantity: 20 } },
      { type: 'ticket.send' },
      { type: 'ticket.back' },
      { type: 'ticket.close' },
      { type: 'session.ended' },
    ],
    answers: { preview: [{ orders: [] }] },
    project: ({ draft: written, preview, message }) => [written?.quantity, preview !== null, message],
  },
  {
    machine: basketMachine,
    states: 11,
    transitions: 30,
    inputs: [
      { ...placements, seen: () => [] },
      { ...placements, seen: risingPrice() },
    ],
    children: { placement: stillPlacement },
    events: [
      { type: 'basket.add', drafts: [draft] },
      { type: 'basket.change', leg: 'k', change: { quantity: 20 } },
      { type: 'basket.remove', leg: 'k' },
      { type: 'basket.move', leg: 'k', to: 1 },
      { type: 'basket.clear' },
      { type: 'basket.undo' },
      { type: 'basket.review' },
      { type: 'basket.confirm' },
      { type: 'basket.back' },
      { type: 'basket.retry' },
      { type: 'basket.save', name: 'one' },
      { type: 'basket.load', name: 'one' },
      { type: 'basket.load', name: 'none' },
      { type: 'basket.forget', name: 'one' },
      { type: 'basket.restore', kept: [], drafts: [draft] },
      { type: 'basket.day', by: 1 },
      { type: 'order.heard', clientOrderId: 'k', order: known('OPEN') },
      { type: 'network.back' },
      { type: 'session.ended' },
      ...placementSnapshots('k'),
    ],
    answers: { price: [{ preview: null, previewMessage: null, payoff: null, payoffMessage: null }] },
    project: ({ legs, queue }) => [Math.min(legs.length, 2), legs[0]?.state, queue.length > 0],
  },
  {
    machine: orderActionMachine,
    states: 8,
    transitions: 11,
    inputs: [
      { request: { type: 'order.cancel', orderId: '1' }, failure: 'no', now: () => 0 },
      { request: { type: 'position.exit', ...exit }, failure: 'no', now: () => 0 },
    ],
    children: { placement: stillPlacement },
    events: placementSnapshots('placement'),
    answers: {
      act: [
        { kind: 'done', leftovers: [], exits: [] },
        { kind: 'refused', message: 'no' },
      ],
      planExit: [
        { kind: 'planned', draft, clientOrderId: 'k' },
        { kind: 'refused', message: 'gone' },
      ],
    },
    project: ({ message }) => message,
  },
  {
    machine: orderActionsMachine,
    states: 2,
    transitions: 12,
    input: placements,
    children: { orderAction: stillAction },
    events: [
      { type: 'order.cancel', orderIds: ['1', '1'] },
      { type: 'order.modify', orderId: '1', change: { quantity: 20 } },
      { type: 'position.exit', exits: [exit] },
      { type: 'position.convert', instrument, from: 'MIS', to: 'NRML', quantity: 10 },
      { type: 'position.protect', instrument, product: 'MIS', stop: null, target: null },
      { type: 'bracket.change', bracketId: 'b', stop: null },
      { type: 'bracket.cancel', bracketId: 'b' },
      { type: 'orders.cancelAll' },
      { type: 'positions.exitAll' },
      { type: 'act.dismiss', act: 'k' },
      { type: 'session.ended' },
      ...actSnapshots,
    ],
    project: ({ acts, modifyOrderError }) => [
      Math.min(acts.length, 2),
      acts[0]?.kind,
      acts[0]?.state,
      modifyOrderError,
    ],
  },
  {
    machine: killSwitchMachine,
    states: 9,
    transitions: 29,
    events: [
      { type: 'kill.ask' },
      { type: 'kill.offer' },
      { type: 'kill.confirm' },
      { type: 'kill.back' },
      { type: 'kill.rearm' },
      { type: 'kill.load' },
      { type: 'session.ended' },
    ],
    answers: { load: [kill(true), kill(false)], pull: [kill(true)], rearm: [kill(false)] },
    project: ({ since }) => since,
  },
  {
    machine: exitReportMachine,
    states: 3,
    transitions: 6,
    events: [
      { type: 'exits.sent', origin: 'kill', exits: [sentExit] },
      { type: 'exits.sent', origin: 'kill', exits: [] },
      { type: 'orders.known', orders: bookWith('OPEN', 0) },
      { type: 'orders.known', orders: bookWith('COMPLETE', 10) },
      { type: 'session.ended' },
    ],
    project: ({ batches, looks }) => [Math.min(batches.length, 2), batches[0]?.progress.open, looks],
  },
  {
    machine: armingMachine,
    states: 3,
    transitions: 14,
    inputs: [{ whyNot: () => null }, { whyNot: () => 'prices stopped' }],
    events: [
      { type: 'arming.toggle' },
      { type: 'arming.disarm' },
      { type: 'arming.touch' },
      { type: 'page.blurred' },
      { type: 'quotes.lost' },
      { type: 'server.late' },
      { type: 'kill.pulled' },
      { type: 'view.left' },
      { type: 'chart.changed' },
      { type: 'page.outdated' },
      { type: 'session.ended' },
    ],
    project: ({ reason }) => reason,
  },
  {
    machine: lineMoveMachine,
    states: 9,
    transitions: 12,
    events: [
      { type: 'line.move', line: 'order 1', price: 1_500, draft },
      { type: 'line.move', line: 'stop MIS|NSE_INFY', price: 1_490, draft: null },
      { type: 'line.sent' },
      { type: 'line.taken' },
      { type: 'line.refused', message: 'above the circuit limit' },
      { type: 'line.putBack' },
      { type: 'line.over' },
      { type: 'session.ended' },
    ],
    answers: { preview: [{ orders: [] }] },
    project: ({ moved, preview, message }) => [moved?.line, preview !== null, message],
  },
  {
    machine: orderDetailsMachine,
    states: 5,
    transitions: 6,
    events: [
      { type: 'details.open', orderId: '1' },
      { type: 'details.open', orderId: '2' },
      { type: 'details.changed', orderId: '1' },
      { type: 'details.close' },
      { type: 'session.ended' },
    ],
    answers: { load: [{ order: {}, history: [], trades: [] }] },
    project: ({ orderId, details }) => [orderId, details !== null],
  },
  {
    machine: createReloadMachine<readonly number[], number>({
      id: 'reload',
      failure: 'Error loading',
      merge: (all, one) => [...all, one],
    }),
    states: 7,
    transitions: 11,
    events: [
      { type: 'reload.now' },
      { type: 'reload.soon' },
      { type: 'reload.merge', change: 1 },
      { type: 'session.ended' },
    ],
    answers: { load: [[]] },
    errors: { load: [new ApiError({ kind: 'unreachable' })] },
    project: ({ output, message, isRetry }) => [output === null, output?.length > 0, message, isRetry],
  },
]
