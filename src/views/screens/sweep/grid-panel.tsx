import { useMemo, useState } from 'react'
import { bestOf, type SweepFigures, type SweepMeasure } from '../../../domain/backtests/sweep/figures.ts'
import { combinationInWords, type SweepPlan } from '../../../domain/backtests/sweep/sweep-plan.ts'
import { Button } from '../../kit/control/button.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { measureInWords, measureNames, measureTitles } from './figure-words.ts'
import { type GridCell, gridOf, neutralOf } from './grid-cells.ts'
import { GridMap } from './grid-map.tsx'
import styles from './sweep-screen.module.css'

export interface FiguresProps {
  readonly of: string
  readonly plan: SweepPlan
  readonly figures: SweepFigures
  readonly measure: SweepMeasure
  readonly onOpen: (combination: number) => void
}

export function GridPanel({ of, plan, figures, measure, onOpen }: FiguresProps) {
  const { axes } = plan
  const [turn, setTurn] = useState(0)
  const across = turn % axes.length
  const down = axes.length < 2 ? null : (across + 1) % axes.length
  const grid = useMemo(
    () => gridOf(plan, figures, measure, across, down),
    [plan, figures, measure, across, down],
  )
  const names = [across, ...(down === null ? [] : [down])].map((axis) => axes[axis]?.label ?? '')
  const title = measureTitles[measure]
  const best = bestOf(figures, measure)
  const inWords = (cell: GridCell) =>
    `${combinationInWords(plan, cell.combination)}, ${measureNames[measure]} ${measureInWords(measure, cell.value)}`
  const summary =
    best === null
      ? 'No combination made a trade'
      : `Best: ${combinationInWords(plan, best)}, ${measureNames[measure]} ${measureInWords(measure, figures[measure][best] ?? null)}`
  return (
    <Panel
      title={`${title} of ${of}`}
      className={styles.grid}
      aside={
        axes.length > 1 && (
          <Button kind="quiet" onPress={() => setTurn(across + 1)}>
            Swap axes
          </Button>
        )
      }
    >
      <p className={styles.axes} aria-hidden="true">
        {down === null ? names[0] : `${names[0]} across, ${names[1]} down`}
      </p>
      <GridMap
        grid={grid}
        neutral={neutralOf[measure]}
        isLoss={measure === 'maxDraw'}
        label={`${title} by ${names.join(' and ')}`}
        summary={summary}
        inWords={inWords}
        format={(value) => measureInWords(measure, value)}
        onOpen={onOpen}
      />
    </Panel>
  )
}
