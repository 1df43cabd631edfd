import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodeCandles } from '../../src/contract/candle-columns.ts'
import { getDepth } from '../../src/contract/depth.ts'
import {
  deleteStoredSeries,
  getCandles,
  getCoverage,
  getLastPrices,
  getStoredSeries,
  instrumentsList,
} from '../../src/contract/instruments.ts'
import { dayNumberToIstDate } from '../../src/domain/time.ts'
import type { Market } from '../market/market.ts'
import { Refusal } from '../refusal.ts'
import type { ReadDepth } from '../services/market-depth.ts'
import { serve } from './serve.ts'

const inflate = promisify(gunzip)

/** Sets the tag; true when the caller holds this answer already, which then goes out without a body. */
const isKnown = (request: FastifyRequest, reply: FastifyReply, etag: string): boolean => {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const held = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!held?.includes(etag)) return false
  reply.code(304)
  return true
}

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  (request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((offer) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(1|0\\.[0-9]*[1-9][0-9]*)\\s*)?$`).test(offer))

export const instrumentRoutes = (app: FastifyInstance, market: Market, readDepth: ReadDepth): void => {
  const { master, candles, lastPrices, stored } = market

  serve(app, instrumentsList, async ({ request, reply }) => {
    const { etag, brotli, gzip } = await master.load()
    reply.header('vary', 'accept-encoding')
    if (isKnown(request, reply, etag)) return null
    if (accepts(request, 'br')) {
      reply.header('content-encoding', 'br')
      return brotli
    }
    if (accepts(request, 'gzip')) {
      reply.header('content-encoding', 'gzip')
      return gzip
    }
    return inflate(gzip)
  })

  serve(app, getCandles, async ({ query, request, reply }) => {
    const found = await candles.find(query)
    reply.header('x-candle-source', found.source).header('x-candle-base', found.base)
    return isKnown(request, reply, found.etag) ? null : encodeCandles(await found.read())
  })

  serve(app, getCoverage, ({ query }) => candles.cover(query))

  serve(app, getStoredSeries, async () =>
    (await stored.listSeries()).map(({ firstDay, lastDay, ...series }) => ({
      ...series,
      firstDay: dayNumberToIstDate(firstDay),
      lastDay: dayNumberToIstDate(lastDay),
    })),
  )

  serve(app, deleteStoredSeries, async ({ user, query, request }) => {
    const days = await stored.deleteSeries(query, { actor: user.id, request: request.id })
    if (days === 0) throw new Refusal('notFound', `No ${query.interval} candles of ${query.key} are stored`)
    return null
  })

  serve(app, getLastPrices, ({ query }) => lastPrices(query.keys))

  serve(app, getDepth, ({ query }) => readDepth(query.key))
}
