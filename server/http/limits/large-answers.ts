import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { candleColumns } from '../../../src/domain/charts/candle.ts'
import { DAY_MS } from '../../../src/domain/time.ts'
import { PiecedAnswer } from '../../threads/pieces.ts'
import { type AnswerRoom, type AnswersInFlight, inPieces, SMALL_ANSWER_BYTES } from './answers-in-flight.ts'

const CANDLE_BYTES = candleColumns.length * 8
const SESSION_MINUTES = 375
const intervalMinutes: Readonly<Record<string, number>> = { min: 1, '2min': 2, '3min': 3, '5min': 5 }
const CANDLES_MOST = 128 * 1024 * 1024

/** The query is not validated yet; unreadable values count as the maximum. */
const estimateCandles = ({ from, to, interval }: Record<string, unknown>): number => {
  const days = (Date.parse(String(to)) - Date.parse(String(from))) / DAY_MS + 1
  const rows = (days * (5 / 7) * SESSION_MINUTES) / (intervalMinutes[String(interval)] ?? 10)
  return Number.isFinite(rows) ? Math.min(CANDLES_MOST, Math.max(0, rows * CANDLE_BYTES)) : CANDLES_MOST
}

const estimateOf = ({ routeOptions, query }: FastifyRequest): number => {
  const bytes = routeOptions.config.endpoint?.answerBytesMax ?? 0
  return bytes === 'perCandle' ? estimateCandles(query as Record<string, unknown>) : bytes
}

const largeOf = (payload: unknown): Uint8Array | PiecedAnswer | null => {
  if (payload instanceof PiecedAnswer) return payload
  const isText = typeof payload === 'string'
  if (!(isText || payload instanceof Uint8Array) || payload.length <= SMALL_ANSWER_BYTES) return null
  return isText ? Buffer.from(payload) : payload
}

export const boundLargeAnswers = (app: FastifyInstance, answers: AnswersInFlight) => {
  const rooms = new WeakMap<FastifyRequest, AnswerRoom>()

  const keep = (request: FastifyRequest, reply: FastifyReply, room: AnswerRoom): void => {
    rooms.set(request, room)
    reply.raw.once('finish', room.release).once('close', room.release)
    if (reply.raw.destroyed) room.release()
  }

  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const room = rooms.get(request)
    const large = largeOf(payload)
    if (large === null) {
      room?.resize(0)
      return payload
    }
    const { byteLength } = large
    if (room !== undefined) room.resize(byteLength)
    else if (request.caller !== null) keep(request, reply, answers.hold(request.caller.user.id, byteLength))
    reply.header('content-length', byteLength)
    return large instanceof PiecedAnswer ? large : inPieces(large)
  })

  return {
    /** Throws Refusal without room for the estimated answer. */
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { caller } = request
      const estimate = estimateOf(request)
      if (caller === null || estimate <= SMALL_ANSWER_BYTES) return
      const whenGone = (tell: () => void): void => {
        reply.raw.once('close', tell)
      }
      keep(request, reply, await answers.admit(caller.user.id, estimate, whenGone))
    },
  }
}

export type LargeAnswers = ReturnType<typeof boundLargeAnswers>
