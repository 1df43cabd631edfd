import { readFile } from 'node:fs/promises'
import { type Candles, emptyCandles } from '../../src/domain/charts/candle.ts'
import { type IstDate, MINUTE_MS, startOfIstDate } from '../../src/domain/time.ts'
import { createHost, type Host } from '../../src/engine/kernel-host.ts'
import { archiveOf, compileModule, type ModuleName } from '../../src/engine/modules.ts'
import { technicalsKernels } from '../../src/engine/program/kernels.ts'

const CANDLES_A_DAY = 375

const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

export const madeCandles = (rows: number, { seed = 12_345, daily = false } = {}): Candles => {
  const made = emptyCandles(rows)
  const random = randomOf(seed)
  const begin = startOfIstDate('2010-01-04' as IstDate)
  let price = 20_000
  for (let row = 0; row < rows; row++) {
    const minute = daily ? row * 1440 : Math.floor(row / CANDLES_A_DAY) * 1440 + 555 + (row % CANDLES_A_DAY)
    made.time[row] = begin + minute * MINUTE_MS
    made.open[row] = price
    price *= 1 + (random() - 0.5) * (daily ? 0.02 : 0.001)
    made.close[row] = price
    made.high[row] = Math.max(price, made.open[row] ?? 0) * (1 + random() * 0.0002)
    made.low[row] = Math.min(price, made.open[row] ?? 0) * (1 - random() * 0.0002)
    made.volume[row] = Math.floor(random() * 10_000)
  }
  return made
}

/** Built by `npm run build:engines`. */
export const shippedModule = async (name: ModuleName): Promise<WebAssembly.Module> => {
  const file = new URL(`../../public/wasm/${archiveOf(name)}`, import.meta.url)
  return compileModule(name, new Uint8Array(await readFile(file)).buffer, file.pathname)
}

export const shippedTechnicals = async (): Promise<Host> =>
  createHost(await shippedModule('technicals'), 'GetTechnicals', technicalsKernels)
