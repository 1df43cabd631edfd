import { defaultIndices, type InstrumentId, parseInstrumentId } from '../instruments/instrument.ts'
import { parseUniverse, printUniverse, type ScanUniverse } from '../scanners/universe.ts'
import { pathOf, readOn } from '../screens.ts'

export interface Analyzed {
  readonly instrument: InstrumentId
  /** That of the heat map and the movers. */
  readonly universe: ScanUniverse
}

export const plainAnalysis: Analyzed = {
  instrument: defaultIndices[0] ?? ('INDICES_NIFTY 50' as InstrumentId),
  universe: { kind: 'index', index: 'NIFTY500' },
}

/** Fields that are missing or cannot be read are as in `plainAnalysis`. */
export const readAnalysis = (query: URLSearchParams): Analyzed => ({
  instrument: parseInstrumentId(query.get('symbol') ?? '')?.id ?? plainAnalysis.instrument,
  universe: parseUniverse(query.get('map') ?? '') ?? plainAnalysis.universe,
})

export const analysisAt = (path: string): Analyzed | null => readOn('analyze', path, readAnalysis)

export const pathOfAnalysis = ({ instrument, universe }: Analyzed): string => {
  const map = printUniverse(universe)
  return pathOf('analyze', {
    symbol: instrument,
    ...(map === printUniverse(plainAnalysis.universe) ? {} : { map }),
  })
}
