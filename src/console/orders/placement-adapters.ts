import { fromPromise } from 'xstate'
import { orderPlacementMachine } from '../../machines/orders/order-placement.ts'
import { placementsMachine } from '../../machines/orders/placements.ts'
import { lookForOrder, type PlacingPorts, sendOrder } from './placing.ts'

export const providePlacement = (ports: PlacingPorts): typeof orderPlacementMachine =>
  orderPlacementMachine.provide({
    actors: {
      // Without the signal: no longer waiting for an order would not cancel it.
      place: fromPromise(({ input }) => sendOrder(ports, input)),
      look: fromPromise(({ input, signal }) => lookForOrder(ports.http, input.clientOrderId, signal)),
    },
    actions: { forget: (_, clientOrderId) => ports.journal.remove(clientOrderId) },
  })

export const providePlacements = (placement: typeof orderPlacementMachine): typeof placementsMachine =>
  placementsMachine.provide({ actors: { placement } })
