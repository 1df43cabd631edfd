import { type Performance, sumTrips, tripsInWords } from '../../../domain/analysis/performance.ts'
import {
  formatNumber,
  formatPercent,
  formatRupees,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../domain/format.ts'
import { type TileContent, Tiles } from '../../kit/layout/tiles.tsx'

const toneOf = (value: number): 'up' | 'down' | undefined =>
  value > 0 ? 'up' : value < 0 ? 'down' : undefined

export function PerformanceTiles({ performance }: { readonly performance: Performance }) {
  return <Tiles label="Figures of the period" tiles={tilesOf(performance)} />
}

const daysInWords = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

const tilesOf = (of: Performance): readonly TileContent[] => {
  const { wins, trips, winRate, profitFactor } = sumTrips(of.trips)
  const ahead = of.percent === null || of.nifty === null ? null : of.percent - of.nifty
  const share = of.gross > of.charges ? formatPercent((100 * of.charges) / of.gross, 1) : null
  return [
    {
      label: 'Net P&L',
      value: formatSignedRupees(of.net),
      tone: toneOf(of.net),
      detail: of.percent === null ? 'of the chosen trips' : `${formatSignedPercent(of.percent)} on capital`,
    },
    {
      label: 'NIFTY 50, same days',
      value: formatSignedPercent(of.nifty),
      detail:
        ahead === null
          ? ''
          : `you are ${formatNumber(Math.abs(ahead), 1)} points ${ahead >= 0 ? 'ahead' : 'behind'}`,
    },
    {
      label: 'Max drawdown',
      value: formatSignedRupees(of.maxDrawdown),
      tone: toneOf(of.maxDrawdown),
      detail: of.longestDrawdown === 0 ? 'none' : `longest ${daysInWords(of.longestDrawdown)}`,
    },
    {
      label: 'Win rate',
      value: formatPercent(winRate, 1),
      detail: `${wins} of ${tripsInWords(trips)}, profit factor ${formatNumber(profitFactor)}`,
    },
    {
      label: 'Charges',
      value: formatRupees(of.charges),
      detail:
        share === null
          ? `gross ${formatSignedRupees(of.gross)}`
          : `${share} of gross ${formatRupees(of.gross)}`,
    },
  ]
}
