import type { Page, WebSocketRoute } from 'playwright-core'
import { decodeQuotes, encodeQuotes, type QuoteTick } from '../../../src/contract/quotes/quote-frame.ts'

const HEARTBEAT_BYTES = 2

export interface QuoteProxy {
  /** Throws when no record of the symbol has passed. */
  last(id: string): QuoteTick
  holdBack(id: string): void
  letThrough(id: string): void
  say(...ticks: readonly QuoteTick[]): void
}

/** Gives the page its own connection, visible to the test. Call before the page opens. */
export const withoutSharedWorkers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'SharedWorker')
  })

/** Call before the page opens. */
export const proxyQuotes = async (page: Page): Promise<QuoteProxy> => {
  await withoutSharedWorkers(page)
  const lastOf = new Map<string, QuoteTick>()
  const heldBack = new Set<string>()
  const open = new Set<WebSocketRoute>()

  const pass = (route: WebSocketRoute, message: string | Buffer): void => {
    if (typeof message === 'string' || message.length <= HEARTBEAT_BYTES) {
      route.send(message)
      return
    }
    const frame = message.buffer.slice(message.byteOffset, message.byteOffset + message.length) as ArrayBuffer
    const ticks = decodeQuotes(frame)
    for (const tick of ticks) lastOf.set(tick.instrument, tick)
    const passed = ticks.filter(({ instrument }) => !heldBack.has(instrument))
    if (passed.length > 0) route.send(Buffer.from(encodeQuotes(passed)))
  }

  await page.routeWebSocket(/\/quotes\//, (route) => {
    open.add(route)
    const server = route.connectToServer()
    server.onMessage((message) => pass(route, message))
    const left = (code?: number, reason?: string) => ({ code: code ?? 1000, reason: reason ?? '' })
    route.onClose((code, reason) => {
      open.delete(route)
      void server.close(left(code, reason))
    })
    server.onClose((code, reason) => {
      open.delete(route)
      void route.close(left(code, reason))
    })
  })

  return {
    last(id) {
      const tick = lastOf.get(id)
      if (tick === undefined) throw new Error(`nothing was said of ${id}`)
      return tick
    },
    holdBack: (id) => {
      heldBack.add(id)
    },
    letThrough: (id) => {
      heldBack.delete(id)
    },
    say: (...ticks) => {
      for (const route of open) route.send(Buffer.from(encodeQuotes(ticks)))
    },
  }
}
