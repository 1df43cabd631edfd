import { fromPromise } from 'xstate'
import { payoffGraph } from '../../../contract/options.ts'
import { previewOrders } from '../../../contract/orders/order-preview.ts'
import { getStrategy } from '../../../contract/strategies.ts'
import { isStrategySlug } from '../../../domain/strategies/strategy-slug.ts'
import { legsMarginMachine } from '../../../machines/strategies/editor/legs-margin.ts'
import { legsPayoffMachine } from '../../../machines/strategies/editor/legs-payoff.ts'
import { strategyEditorMachine } from '../../../machines/strategies/editor/strategy-editor.ts'
import type { HttpClient } from '../../../platform/http-client.ts'
import { type FindPorts, findStrategy, strategyOf } from '../../find-strategy.ts'
import { saveStrategy } from '../strategy-adapters.ts'

/** No abort signal on a save: the server carries out what was sent, even if the login session ends. */
export const provideStrategyEditor = (ports: FindPorts): typeof strategyEditorMachine =>
  strategyEditorMachine.provide({
    actors: {
      load: fromPromise(async ({ input, signal }) => {
        const slug = isStrategySlug(input.slug) ? input.slug : (await findStrategy(input.slug, ports)).slug
        const reply = await ports.http.call(getStrategy, { query: { slug }, signal })
        const { algoUuid, version, isSample } = reply
        return { slug, algoUuid, version, isSample, strategy: strategyOf(reply) }
      }),
      save: fromPromise(({ input: { strategy, of, algoUuid } }) =>
        saveStrategy(ports.http, strategy, of ?? { algoUuid }),
      ),
    },
  })

export const provideLegsPayoff = (http: HttpClient): typeof legsPayoffMachine =>
  legsPayoffMachine.provide({
    actors: {
      ask: fromPromise(({ input, signal }) => http.call(payoffGraph, { body: input.asked, signal })),
    },
  })

export const provideLegsMargin = (http: HttpClient): typeof legsMarginMachine =>
  legsMarginMachine.provide({
    actors: {
      ask: fromPromise(({ input, signal }) => http.call(previewOrders, { body: input.asked, signal })),
    },
  })
