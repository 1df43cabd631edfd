import { fromCallback, fromPromise } from 'xstate'
import { getDepth } from '../contract/depth.ts'
import { getAtmIvStraddle, getOptionChain, getPcr } from '../contract/options.ts'
import { toPreviewedOrder } from '../contract/order-body.ts'
import { previewOrders } from '../contract/order-preview.ts'
import { defaultIndices, type InstrumentId, parseInstrumentId } from '../domain/instrument.ts'
import type { Side } from '../domain/order.ts'
import { type OrderDraft, plainDraft } from '../domain/order-draft.ts'
import { atOnce } from '../domain/order-types.ts'
import type { ScalperMarket } from '../domain/scalper-trade.ts'
import { depthMachine } from '../machines/depth.ts'
import { optionChainMachine } from '../machines/option-chain.ts'
import { optionChainsMachine } from '../machines/option-chains.ts'
import { optionDayMachine } from '../machines/option-day.ts'
import { type ScalperTrade, scalperMachine } from '../machines/scalper.ts'
import type { QuoteBook } from '../market/quote-book.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import { createWindowValues } from '../platform/window-values.ts'
import type { CoreActors } from './actors.ts'
import { pageVisibility } from './page-visibility.ts'
import type { PreviewedLists } from './previewed-lists.ts'

export interface ScalperPorts {
  readonly core: Pick<CoreActors, 'instruments' | 'prices'>
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

export const provideOptionDay = ({ http, platform }: Pick<ScalperPorts, 'http' | 'platform'>) =>
  optionDayMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { key }, signal }) => {
        const request = { query: { key }, signal }
        const [pcr, straddle] = await Promise.all([
          http.call(getPcr, request),
          http.call(getAtmIvStraddle, request),
        ])
        return { pcr, straddle }
      }),
      pageVisibility: pageVisibility(platform),
    },
  })

export const provideDepth = (ports: Pick<ScalperPorts, 'http' | 'platform'>) =>
  depthMachine.provide({
    actors: {
      askDepth: fromPromise(({ input: { instrument }, signal }) =>
        ports.http.call(getDepth, { query: { key: instrument }, signal }),
      ),
      pageVisibility: pageVisibility(ports.platform),
    },
  })

const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

/** What the Scalper begins with: the symbol of its first chart as it was left, and the market as it is known. */
export const scalperInput = ({ core, quotes, storage }: ScalperPorts) => ({
  underlying:
    parseInstrumentId(createWindowValues(storage).read(storageKeys.firstMarketSymbol) ?? '')?.id ?? NIFTY,
  market: {
    instruments: () => core.instruments.getSnapshot().context.index,
    lastPrice: (instrument) =>
      quotes.lastPrice(instrument) ??
      core.prices.getSnapshot().context.rows.find(({ key }) => key === instrument)?.lastPrice ??
      null,
  } satisfies ScalperMarket,
})

/** The order that one key away would be sent; null where its price is that of an empty side of the book. */
const draftOf = (
  { instrument, lots, product, price }: ScalperTrade,
  side: Side,
  { core, quotes }: ScalperPorts,
): OrderDraft | null => {
  const found = core.instruments.getSnapshot().context.index?.find(instrument) ?? null
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
  const { core, http, previewed, quotes } = ports
  /** A side of the book that is empty is priced as at the market. */
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
        let before = core.instruments.getSnapshot().context.index
        if (before !== null) sendBack({ type: 'scalper.look' })
        const subscription = core.instruments.subscribe(({ context: { index } }) => {
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
        const subscription = core.prices.subscribe(({ context: { rows } }) => {
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
