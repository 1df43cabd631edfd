import { formatNumber, formatSignedRupees, NO_FIGURE } from '../../../domain/format.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { toneOf } from '../../kit/signed.tsx'
import { Tiles } from '../../kit/tiles.tsx'

const engineWords = {
  absent: 'not loaded yet',
  downloading: 'downloading',
  unpacking: 'unpacking',
  ready: 'ready',
  failed: 'failed',
} as const

/** Counts and sums the console can stand for today. */
export function HomeTiles() {
  const last = useSnapshot('savedRuns', (savedRuns) => savedRuns.context.runs[0] ?? null)
  const isLoaded = useSnapshot('savedRuns', (savedRuns) => savedRuns.context.page > 0)
  const total = useSnapshot('savedRuns', (savedRuns) => savedRuns.context.total)
  const series = useSnapshot('storedSeries', (stored) => stored.context.output)
  const instruments = useSnapshot('instruments', ({ context }) => context.rows)
  const badRows = useSnapshot('instruments', ({ context }) => context.badRows)
  const engines = useSnapshot('engines', ({ value }) => value)
  const days = series === null ? 0 : series.reduce((sum, one) => sum + one.days, 0)
  return (
    <Tiles
      label="Today"
      tiles={[
        {
          label: 'Last run',
          value: last === null ? NO_FIGURE : formatSignedRupees(last.finalPnl, 0),
          detail: last === null ? (isLoaded ? 'no run saved yet' : 'looking') : last.name,
          tone: toneOf(last?.finalPnl ?? null),
        },
        {
          label: 'Saved runs',
          value: isLoaded ? formatNumber(total, 0) : NO_FIGURE,
          detail: isLoaded ? (total === 0 ? 'the first takes one line' : 'kept on your server') : 'looking',
        },
        {
          label: 'Stored candles',
          value: series === null ? NO_FIGURE : `${formatNumber(series.length, 0)} series`,
          detail:
            series === null
              ? 'looking'
              : series.length === 0
                ? 'runs use simulated candles'
                : `${formatNumber(days, 0)} days`,
        },
        {
          label: 'Instruments',
          value: formatNumber(instruments, 0),
          detail: badRows === 0 ? 'every line read' : `${badRows} lines could not be read`,
        },
        {
          label: 'Engines',
          value: engineWords[engines],
          detail: 'indicators and backtests, in this browser',
        },
      ]}
    />
  )
}
