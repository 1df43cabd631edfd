import { fromCallback, fromPromise } from 'xstate'
import {
  getAtmIvStraddle,
  getCombinedPremium,
  getOptionChain,
  getPcr,
  getTermStructure,
} from '../../contract/options.ts'
import { toPreviewedOrder } from '../../contract/orders/order-body.ts'
import { previewOrders } from '../../contract/orders/order-preview.ts'
import { defaultIndices, type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import type { ScalperMarket } from '../../domain/options/scalper-trade.ts'
import type { Side } from '../../domain/orders/order.ts'
import { type OrderDraft, plainDraft } from '../../domain/orders/order-draft.ts'
import { atOnce } from '../../domain/orders/order-types.ts'
import { combinedPremiumMachine, readPremiumKey } from '../../machines/options/combined-premium.ts'
import { optionChainMachine } from '../../machines/options/option-chain.ts'
import { optionChainsMachine } from '../../machines/options/option-chains.ts'
import { optionDayMachine } from '../../machines/options/option-day.ts'
import { type ScalperTrade, scalperMachine } from '../../machines/options/scalper.ts'
import { termStructureMachine } from '../../machines/options/term-structure.ts'
import type { QuoteBook } from '../../market/quotes/quote-book.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import { createWindowValues } from '../../platform/window-values.ts'
import type { Actors } from '../actors.ts'
import type { PreviewedLists } from '../orders/previewed-lists.ts'
import { pageVisibility, provideKept } from '../page-visibility.ts'

export interface ScalperPorts {
  readonly actors: Pick<Actors, 'instruments' | 'prices'>
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'watchVisibility'>
  readonly quotes: QuoteBook
  readonly storage: KeptValues
  readonly previewed: PreviewedLists
}

export const provideOptionChains = (ports: Pick<ScalperPorts, 'http' | 'platform'>) =>
  optionChainsMachine.provide({
    actors: {
      chain: optionChainMachine.provide({
        actors: {
          askChain: fromPromise(({ input: { key }, signal }) =>
            ports.http.call(getOptionChain, { query: { key }, signal }),
          ),
          pageVisibility: pageVisibility(ports.platform),
        },
      }),
    },
  })

type KeptPorts = Pick<ScalperPorts, 'http' | 'platform'>

export const provideOptionDay = (ports: KeptPorts) =>
  provideKept(ports, optionDayMachine, async (key, signal) => {
    const request = { query: { key }, signal }
    const [pcr, straddle] = await Promise.all([
      ports.http.call(getPcr, request),
      ports.http.call(getAtmIvStraddle, request),
    ])
    return { pcr, straddle }
  })

export const provideTermStructure = (ports: KeptPorts) =>
  provideKept(ports, termStructureMachine, (key, signal) =>
    ports.http.call(getTermStructure, { query: { key }, signal }),
  )

export const provideCombinedPremium = (ports: KeptPorts) =>
  provideKept(ports, combinedPremiumMachine, (key, signal) =>
    ports.http.call(getCombinedPremium, { query: readPremiumKey(key), signal }),
  )

const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

export const scalperInput = ({ actors, quotes, storage }: ScalperPorts) => ({
  underlying:
    parseInstrumentId(createWindowValues(storage).read(storageKeys.firstMarketSymbol) ?? '')?.id ?? NIFTY,
  market: {
    instruments: () => actors.instruments.getSnapshot().context.index,
    lastPrice: (instrument) =>
      quotes.lastPrice(instrument) ??
      actors.prices.getSnapshot().context.rows.find(({ key }) => key === instrument)?.lastPrice ??
      null,
  } satisfies ScalperMarket,
})

const draftOf = (
  { instrument, lots, product, price }: ScalperTrade,
  side: Side,
  { actors, quotes }: ScalperPorts,
): OrderDraft | null => {
  const found = actors.instruments.getSnapshot().context.index?.find(instrument) ?? null
  const given = { instrument, side, product, quantity: lots * (found?.lotSize ?? 1) }
  if (price === 'market') {
    const draft = plainDraft({
      ...given,
      ...(found === null ? {} : atOnce(found, side, quotes.sides(instrument))),
    })
    return draft.orderType === 'LIMIT' && draft.price === null ? null : draft
  }
  const limit = typeof price === 'number' ? price : (quotes.sides(instrument)?.[price] ?? 0)
  return limit > 0 ? plainDraft({ ...given, orderType: 'LIMIT', price: limit }) : null
}

export const provideScalper = (ports: ScalperPorts) => {
  const { actors, http, previewed, quotes } = ports
  /** With an empty side of the book, the order is priced as a market order. */
  const ask = async (trade: ScalperTrade, side: Side, signal: AbortSignal) => {
    const draft = draftOf(trade, side, ports) ?? draftOf({ ...trade, price: 'market' }, side, ports)
    const drafts = draft === null ? [] : [draft]
    const answer = await http.call(previewOrders, { body: { orders: drafts.map(toPreviewedOrder) }, signal })
    previewed.note(drafts, answer.instrumentsVersion)
    return answer
  }
  return scalperMachine.provide({
    actors: {
      instrumentList: fromCallback(({ sendBack }) => {
        let before = actors.instruments.getSnapshot().context.index
        if (before !== null) sendBack({ type: 'scalper.look' })
        const subscription = actors.instruments.subscribe(({ context: { index } }) => {
          if (index === before) return
          before = index
          sendBack({ type: 'scalper.look' })
        })
        return () => subscription.unsubscribe()
      }),
      firstPrice: fromCallback(({ input: { underlying }, sendBack }) => {
        const look = () => {
          if (quotes.lastPrice(underlying) !== null) sendBack({ type: 'scalper.look' })
        }
        const subscription = actors.prices.subscribe(({ context: { rows } }) => {
          if (rows.some(({ key }) => key === underlying)) sendBack({ type: 'scalper.look' })
        })
        const unwatch = quotes.watch(underlying, look)
        look()
        return () => {
          unwatch()
          subscription.unsubscribe()
        }
      }),
      askOutlook: fromPromise(async ({ input, signal }) => {
        const [buy, sell] = await Promise.all([ask(input, 'buy', signal), ask(input, 'sell', signal)])
        return { buy, sell }
      }),
    },
  })
}
