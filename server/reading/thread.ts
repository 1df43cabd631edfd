import { workerData } from 'node:worker_threads'
import { collectGarbage } from '../collect-garbage.ts'
import { createPrefill } from '../market/simulated/prefill.ts'
import { warmChains } from '../services/options/warm-chains.ts'
import { serveTasks } from '../threads/serve-tasks.ts'
import { type MarketThreadStart, openMarket, type SharedListing } from './open-market.ts'
import { type CallInput, type CandleRequest, createReader } from './reader.ts'
import { CANDLES_TASK, WARM_TASK } from './reading.ts'

const openReader = async () => {
  const market = await openMarket(workerData as MarketThreadStart)
  return {
    reader: createReader(market),
    take: market.take,
    warm: async (signal: AbortSignal): Promise<void> => {
      const isStopped = (): boolean => signal.aborted
      await warmChains(market, isStopped)
      if (market.market === 'simulated')
        await createPrefill(market.simulated.days, market.clock).run(isStopped)
      collectGarbage()
    },
  }
}

const opening = openReader()

serveTasks('background', async (name, input, { signal, shared }) => {
  const { reader, take, warm } = await opening
  if (shared !== undefined) take(shared as SharedListing)
  if (name === WARM_TASK) return warm(signal)
  return name === CANDLES_TASK
    ? reader.readCandles(input as CandleRequest, signal)
    : reader.answer(name, input as CallInput)
})
