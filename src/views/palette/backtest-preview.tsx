import type { ProgramCost } from '../../domain/backtests/program-cost.ts'
import { spanInWords } from '../../domain/dates-in-words.ts'
import { countOf, formatNumber, NO_FIGURE } from '../../domain/format.ts'
import type { BacktestPreview } from '../../machines/shell/palette-preview.ts'
import { type TileContent, Tiles } from '../kit/layout/tiles.tsx'
import styles from './palette.module.css'

export function BacktestTiles({ preview }: { readonly preview: BacktestPreview | null }) {
  return (
    <div className={styles.preview} aria-busy={preview === null}>
      <Tiles label="Preview" tiles={preview === null ? waiting : tilesOf(preview)} />
    </div>
  )
}

const waiting: readonly TileContent[] = ['Candles', 'Span', 'Source', 'Estimate', 'Program'].map((label) => ({
  label,
  value: NO_FIGURE,
  detail: 'loading',
}))

const tilesOf = (preview: BacktestPreview): readonly TileContent[] => {
  const { instruments, rows, firstDay, lastDay, source, cutDays, isLimitLifted, estimateMs, cost } = preview
  return [
    {
      label: 'Candles',
      value: formatNumber(rows, 0),
      detail: instruments === 1 ? 'one instrument' : `${instruments} instruments`,
    },
    {
      label: 'Span',
      value: firstDay === null || lastDay === null ? 'no candles' : spanInWords(firstDay, lastDay),
      detail: spanDetail(cutDays, isLimitLifted),
    },
    {
      label: 'Source',
      value: source ?? NO_FIGURE,
      detail: source === 'simulated' ? 'not real market data' : 'your files',
    },
    { label: 'Estimate', value: durationOf(estimateMs), detail: 'time to run' },
    programTile(cost),
  ]
}

const spanDetail = (cutDays: number | null, isLimitLifted: boolean): string => {
  if (cutDays !== null) return `cut by ${countOf(cutDays, 'day')}`
  return isLimitLifted ? 'full: no span limit' : 'full span'
}

const programTile = (cost: ProgramCost | null): TileContent => ({
  label: 'Program',
  value: cost === null ? NO_FIGURE : countOf(cost.steps, 'step'),
  detail: cost === null ? 'unknown' : programDetail(cost),
})

const programDetail = ({ shared, warmUp, others }: ProgramCost): string => {
  const reads = others === 0 ? '' : `, reads ${countOf(others, 'other instrument')}`
  return `${shared} shared, warm-up ${countOf(warmUp, 'candle')}${reads}`
}

const durationOf = (ms: number): string => {
  if (ms < 1000) return `${Math.max(1, Math.round(ms))} ms`
  return ms < 60_000 ? `${formatNumber(ms / 1000, 1)} s` : `${formatNumber(ms / 60_000, 1)} min`
}
