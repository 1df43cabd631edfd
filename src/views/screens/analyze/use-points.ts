import { useMemo } from 'react'
import { type MapMember, pointsOf, weighed } from '../../../domain/analysis/market-map.ts'
import { type InstrumentId, instrumentId } from '../../../domain/instruments/instrument.ts'
import { type ScanUniverse, universeInWords } from '../../../domain/scanners/universe.ts'
import { useClose } from '../../kit/hooks/use-quote.ts'

/** Their members weigh by free float alone; a bank index and the SENSEX have caps. */
const uncapped: readonly string[] = ['NIFTY50', 'NIFTY100', 'NIFTY200', 'NIFTY500']
const NIFTY50: ScanUniverse = { kind: 'index', index: 'NIFTY50' }

const indexOf = (universe: ScanUniverse): InstrumentId => instrumentId('INDICES', universeInWords(universe))

export interface Points {
  readonly index: string
  /** `change` of the member is in percent. */
  readonly of: (member: MapMember, change: number | null) => number | null
}

/** Null for a universe that is no index, or one whose close before is not known yet. */
export function usePoints(universe: ScanUniverse, members: readonly MapMember[]): Points | null {
  const isIndex = universe.kind === 'index' && uncapped.includes(universe.index)
  const index = isIndex ? universe : NIFTY50
  const close = useClose(indexOf(index))
  return useMemo(() => {
    if (!isIndex || close === null || close <= 0) return null
    const total = weighed(members)
    return {
      index: universeInWords(index),
      of: (member, change) => pointsOf(member, { change, total, close }),
    }
  }, [isIndex, index, close, members])
}
