import type { Candles } from '../../domain/charts/candle.ts'
import { EngineError } from '../failure.ts'
import { createEngineClient, type EngineClient, type EngineClientPorts, type RunOptions } from './client.ts'

export interface EnginePoolPorts extends EngineClientPorts {
  readonly size: number
}

export type EnginePool = Pick<EngineClient, 'runBacktest' | 'technicals' | 'summary' | 'sweep' | 'stop'>

export const POOL_WORKERS_MAX = 64

export const POOL_QUEUE_MAX = 4_096

interface Waiting {
  readonly begin: (client: EngineClient) => Promise<() => void>
  readonly fail: (error: EngineError) => void
}

/** First in, first out, one request per worker. Failures are isolated; a cancel restarts its worker. */
export const createEnginePool = ({ size, ...ports }: EnginePoolPorts): EnginePool => {
  if (!Number.isInteger(size) || size < 1 || size > POOL_WORKERS_MAX)
    throw new RangeError(`a pool of ${size} workers, allowed 1 to ${POOL_WORKERS_MAX}`)
  let idle: readonly EngineClient[] = Array.from({ length: size }, () => createEngineClient(ports))
  const clients = idle
  let waiting: readonly Waiting[] = []

  const advance = (): void => {
    const [client, ...others] = idle
    const [request, ...rest] = waiting
    if (client === undefined || request === undefined) return
    idle = others
    waiting = rest
    request.begin(client).then((finish) => {
      // The last used worker goes first: it is already running, also for the caller's next request.
      idle = [client, ...idle]
      finish()
      advance()
    })
  }

  const run = <Answer>(
    ask: (client: EngineClient) => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) throw new EngineError({ kind: 'cancelled' })
      if (waiting.length >= POOL_QUEUE_MAX)
        throw new EngineError({ kind: 'refused', reason: `${POOL_QUEUE_MAX} requests wait for the engines` })
      const leave = () => {
        waiting = waiting.filter((candidate) => candidate !== request)
        reject(new EngineError({ kind: 'cancelled' }))
      }
      const request: Waiting = {
        begin: (client) => {
          signal?.removeEventListener('abort', leave)
          return ask(client).then(
            (answer) => () => resolve(answer),
            (error) => () => reject(error),
          )
        },
        fail: (error) => {
          signal?.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave)
      waiting = [...waiting, request]
      advance()
    })

  const method =
    <Request, Options extends RunOptions, Answer>(
      ask: (
        client: EngineClient,
      ) => (request: Request, candles: Candles, options?: Options) => Promise<Answer>,
    ) =>
    (request: Request, candles: Candles, options?: Options): Promise<Answer> =>
      run((client) => ask(client)(request, candles, options), options?.signal)

  return {
    runBacktest: method((client) => client.runBacktest),
    technicals: method((client) => client.technicals),
    summary: method((client) => client.summary),
    sweep: (request, series, options) =>
      run((client) => client.sweep(request, series, options), options?.signal),
    stop: () => {
      const requests = waiting
      waiting = []
      for (const request of requests) request.fail(new EngineError({ kind: 'cancelled' }))
      for (const client of clients) client.stop()
    },
  }
}
