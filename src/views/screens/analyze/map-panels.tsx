import { useMemo } from 'react'
import type { Analyzed } from '../../../domain/analysis/analysis-address.ts'
import { printUniverse } from '../../../domain/scanners/universe.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { HeatMapPanel } from './heat-map-panel.tsx'
import { MoversPanel } from './movers-panel.tsx'
import { useLiveChanges } from './use-live-changes.ts'
import type { Point } from './use-point.ts'

interface MapPanelsProps extends Pick<Analyzed, 'universe'> {
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  readonly onPoint: Point
}

const noMembers = [] as const

export function MapPanels({ universe, isTable, onTable, onPoint }: MapPanelsProps) {
  const key = printUniverse(universe)
  const askAgain = useKeptCurrent('marketMap', key)
  const map = useSnapshot('marketMap', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('marketMap', ({ context }) => (context.key === key ? context.message : null))
  const members = map?.members ?? noMembers
  const live = useLiveChanges(members)
  const shared = useMemo(
    () => ({ universe, map, message, askAgain, live, onPoint }),
    [universe, map, message, askAgain, live, onPoint],
  )
  return (
    <>
      <HeatMapPanel {...shared} isTable={isTable} onTable={onTable} />
      <MoversPanel {...shared} />
    </>
  )
}
