import { useCallback, useEffect } from 'react'
import type { Interval } from '../../../domain/charts/interval.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { useConsole } from '../../kit/console.tsx'

/** The row with the focus: an interval of the instrument on screen, or a share of the map. */
type Pointed =
  | { readonly kind: 'interval'; readonly key: Interval }
  | { readonly kind: 'mover'; readonly key: InstrumentId }

export type Point = (row: Pointed | null) => void

/** Keys for an instrument are those of the one on screen while no row has the focus. */
export function usePoint(instrument: InstrumentId): Point {
  const { setFocus } = useConsole()
  const point = useCallback(
    (row: Pointed | null) =>
      setFocus(
        row === null
          ? { kind: 'analyzed', key: instrument, instrument }
          : { ...row, instrument: row.kind === 'mover' ? row.key : instrument },
      ),
    [setFocus, instrument],
  )
  useEffect(() => {
    point(null)
    return () => setFocus({ kind: '', key: '' })
  }, [point, setFocus])
  return point
}
