import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { createHost } from '../../src/engine/kernel-host.ts'
import { createLiveHost } from '../../src/engine/live/live-host.ts'
import { backtestKernels } from '../../src/engine/program/kernels.ts'
import { createCandleService } from '../market/candle-service.ts'
import { findSimulated } from '../market/master/universe.ts'
import { systemClock } from '../ports.ts'
import type { ReaderParts } from '../reading/reader.ts'
import { readCandlesVersion } from '../store/charts/candle-series.ts'
import { createCandleStore } from '../store/charts/candles.ts'
import type { KeptDays } from './kept-days.ts'
import type { ScanListing } from './members.ts'
import { createScanColumns } from './scan-columns.ts'
import { createScanner, type Scanner } from './scanner.ts'

export interface ScannerMarket extends Omit<ReaderParts, 'loadListing'> {
  readonly loadListing: () => Promise<ScanListing>
}

/** Shares of a sector have its path in common, which is kept while the next of them is made. */
const bySector = (ids: readonly InstrumentId[]): readonly InstrumentId[] => {
  const sectorOf = (id: InstrumentId): number => findSimulated(id)?.sector ?? -1
  return ids
    .map((id) => ({ id, sector: sectorOf(id) }))
    .sort((a, b) => a.sector - b.sector)
    .map(({ id }) => id)
}

export const openScanner = async (
  market: ScannerMarket,
  module: WebAssembly.Module,
  keptDays: KeptDays | null = null,
): Promise<Scanner> => {
  const { store, clock, calendar } = market
  const candles = createCandleService({
    ...market,
    store: createCandleStore({ store, clock: systemClock }),
    master: { load: market.loadListing },
  })
  const columns = createScanColumns({
    calendar,
    clock,
    ...(market.market === 'imported' ? { version: () => readCandlesVersion(store.db) } : {}),
    readCandles: async (key, span) => (await candles.find({ key, ...span, source: 'market' })).read(),
  })
  columns.take((await keptDays?.read()) ?? [])
  return createScanner({
    ...market,
    keepDays: keptDays === null ? null : () => keptDays.write(columns.days()),
    columns,
    inReadingOrder: market.market === 'simulated' ? bySector : (ids) => ids,
    host: createHost(module, 'Backtest', backtestKernels),
    liveHost: createLiveHost(module),
  })
}
