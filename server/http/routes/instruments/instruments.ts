import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  deleteStoredSeries,
  getCandles,
  getCoverage,
  getLastPrices,
  getStoredSeries,
  INSTRUMENTS_VERSION_HEADER,
  instrumentsList,
} from '../../../../src/contract/instruments/instruments.ts'
import { getDepth } from '../../../../src/contract/quotes/depth.ts'
import type { Market } from '../../../market/market.ts'
import type { Reading } from '../../../reading/reading.ts'
import { Refusal } from '../../../refusal.ts'
import type { ReadDepth } from '../../../services/quotes/market-depth.ts'
import { serve } from '../../serve.ts'
import { serveReading, whileWanted } from '../../serve-reading.ts'

const heldTags = (request: FastifyRequest): readonly string[] =>
  request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []

const isKnown = (request: FastifyRequest, reply: FastifyReply, etag: string): boolean => {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (!heldTags(request).includes(etag)) return false
  reply.code(304)
  return true
}

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  (request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((offer) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(1|0\\.[0-9]*[1-9][0-9]*)\\s*)?$`).test(offer))

export const instrumentRoutes = (
  app: FastifyInstance,
  { master, stored }: Pick<Market, 'master' | 'stored'>,
  reading: Reading,
  readDepth: ReadDepth,
): void => {
  serve(app, instrumentsList, async ({ request, reply }) => {
    const { version, brotli, gzip, csv } = await master.load()
    reply.header('vary', 'accept-encoding')
    reply.header(INSTRUMENTS_VERSION_HEADER, version)
    if (isKnown(request, reply, `"${version}"`)) return null
    if (accepts(request, 'br')) {
      reply.header('content-encoding', 'br')
      return brotli()
    }
    if (accepts(request, 'gzip')) {
      reply.header('content-encoding', 'gzip')
      return gzip()
    }
    return Buffer.from(csv)
  })

  serve(app, getCandles, async ({ user, query, request, reply }) => {
    const by = { user: user.id, signal: whileWanted(reply) }
    const { source, base, finest, etag, columns } = await reading.candles(
      { query, held: heldTags(request) },
      by,
    )
    reply.headers({ 'x-candle-source': source, 'x-candle-base': base, 'x-candle-finest': finest })
    return isKnown(request, reply, etag) ? null : columns
  })

  serveReading(app, getCoverage, reading)

  serveReading(app, getStoredSeries, reading)

  serve(app, deleteStoredSeries, async ({ user, query, request }) => {
    const days = await stored.deleteSeries(query, { actor: user.id, request: request.id })
    if (days === 0) throw new Refusal('NOT_FOUND', `No ${query.interval} candles of ${query.key} are stored`)
    return null
  })

  serveReading(app, getLastPrices, reading)

  serve(app, getDepth, ({ query }) => readDepth(query.key))
}
