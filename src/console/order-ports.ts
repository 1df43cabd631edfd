import { fromPromise } from 'xstate'
import { orderDeskMachine } from '../machines/order-desk.ts'
import { orderPlacementMachine } from '../machines/order-placement.ts'
import { lookForOrder, type PlacingPorts, sendOrder } from './placing.ts'

/** One way for every order there is, wherever it begins. */
export const providePlacement = (ports: PlacingPorts): typeof orderPlacementMachine =>
  orderPlacementMachine.provide({
    actors: {
      // Without the signal: an order that is on its way is not taken back by whoever stops waiting for it.
      place: fromPromise(({ input }) => sendOrder(ports, input)),
      look: fromPromise(({ input, signal }) => lookForOrder(ports.http, input.clientOrderId, signal)),
    },
    actions: { forget: (_, clientOrderId) => ports.journal.remove(clientOrderId) },
  })

export const provideDesk = (placement: typeof orderPlacementMachine): typeof orderDeskMachine =>
  orderDeskMachine.provide({ actors: { placement } })
