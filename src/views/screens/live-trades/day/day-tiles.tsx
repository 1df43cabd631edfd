import { useEffect, useMemo } from 'react'
import type { DeploymentType } from '../../../../domain/deployments/deployment.ts'
import { formatNumber, formatRupees, formatSignedRupees } from '../../../../domain/format.ts'
import type { Deployment } from '../../../../machines/deployments/deployments.ts'
import type { PositionEntry } from '../../../../machines/positions/books.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { type TileContent, Tiles } from '../../../kit/layout/tiles.tsx'
import { Signed, toneOf } from '../../../kit/price/signed.tsx'
import table from '../../../kit/table/table-screen.module.css'
import { usePositionTotals } from '../../../positions/use-position-totals.ts'
import { isHeld } from '../deployment-row.ts'
import { useDayPnl } from './use-day-pnl.ts'

interface DayTilesProps {
  readonly type: DeploymentType
  readonly deployments: readonly Deployment[]
}

/** The day of all deployments of one type; what trades in the user's own account shares its day loss limit. */
export function DayTiles({ type, deployments }: DayTilesProps) {
  const tiles = useTiles(deployments)
  if (type === 'paper') return <Tiles label="Today" tiles={tiles} />
  return <WithDayLoss tiles={tiles} />
}

function useTiles(deployments: readonly Deployment[]): readonly TileContent[] {
  const runs = useMemo(() => deployments.flatMap((deployment) => deployment.runs), [deployments])
  const { total, realised, open, isStale } = useDayPnl(runs)
  const held = runs.filter(isHeld)
  const long = held.filter(({ quantity }) => quantity > 0).length
  const entries = deployments.reduce((sum, { entriesToday }) => sum + entriesToday, 0)
  const charges = deployments.reduce((sum, { chargesToday }) => sum + chargesToday, 0)
  return [
    {
      label: 'P&L today',
      value: (
        <span className={table.live} data-stale={isStale ? '' : undefined}>
          <Signed value={total} format={formatSignedRupees} />
        </span>
      ),
      detail: (
        <>
          realised <Signed value={realised} format={formatSignedRupees} /> · open{' '}
          <Signed value={open} format={formatSignedRupees} />
        </>
      ),
    },
    { label: 'Charges today', value: formatRupees(charges), detail: 'part of realised' },
    {
      label: 'Entries today',
      value: formatNumber(entries, 0),
      detail: `${deployments.length} ${deployments.length === 1 ? 'deployment' : 'deployments'}`,
    },
    {
      label: 'Open positions',
      value: formatNumber(held.length, 0),
      detail: held.length === 0 ? 'nothing held' : `${long} long, ${held.length - long} short`,
    },
  ]
}

const noPositions: readonly PositionEntry[] = []

function WithDayLoss({ tiles }: { readonly tiles: readonly TileContent[] }) {
  const { dispatch } = useConsole()
  const limit = useSnapshot('riskLimits', ({ context }) => context.output?.dailyLoss ?? null)
  const book = useSnapshot('positions', ({ context }) => context.output)
  const { m2m, charges } = usePositionTotals(book?.net ?? noPositions)
  useEffect(() => dispatch({ to: 'riskLimits', event: { type: 'reload.now' } }), [dispatch])
  if (limit === null || book === null) return <Tiles label="Today" tiles={tiles} />
  const left = limit - Math.max(0, charges - m2m)
  const tile: TileContent = {
    label: 'Day loss limit',
    value: left > 0 ? `${formatRupees(left, 0)} away` : 'reached',
    detail: `of ${formatRupees(limit, 0)} for the account`,
    tone: left > 0 ? undefined : toneOf(-1),
  }
  return <Tiles label="Today" tiles={[...tiles, tile]} />
}
