import { fromPromise } from 'xstate'
import { getOrder } from '../../contract/orders/orders.ts'
import { orderDetailsMachine } from '../../machines/orders/order-details.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const provideOrderDetails = (http: HttpClient): typeof orderDetailsMachine =>
  orderDetailsMachine.provide({
    actors: {
      load: fromPromise(({ input: { orderId }, signal }) =>
        http.call(getOrder, { query: { orderId }, signal }),
      ),
    },
  })
