import { lazy, Suspense } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { ChartContext, ChartLine, ChartSlot } from '../../../../machines/charts/chart.ts'
import { useCommand } from '../../../kit/console.tsx'
import { Icon } from '../../../kit/layout/icon.tsx'
import styles from '../chart-panel.module.css'
import picker from './indicator-picker.module.css'
import { IndicatorPicker } from './indicator-picker.tsx'

const ParamsEditor = lazy(() =>
  import('./params-editor.tsx').then((module) => ({ default: module.ParamsEditor })),
)

interface IndicatorChipsProps {
  readonly slot: ChartSlot
  readonly chart: ChartContext
}

export function IndicatorChips({ slot, chart }: IndicatorChipsProps) {
  const run = useCommand()
  const toggle = (indicator: string) => run({ command: 'chart.indicator', args: { indicator, chart: slot } })
  const change = (number: number) => (indicator: string) =>
    run({ command: 'chart.change', args: { number, indicator, chart: slot } })
  return (
    <>
      {chart.indicators.length > 0 && (
        <ul className={styles.chips} aria-label="Indicators on the chart">
          {chart.indicators.map((indicator, index) => (
            <Chip
              // Stays the same while its parameters are changed.
              // biome-ignore lint/suspicious/noArrayIndexKey: an indicator is known by its place
              key={index}
              indicator={indicator}
              line={chart.lines.find((line) => line.indicator === indicator) ?? null}
              colour={index}
              onChange={change(index + 1)}
              onRemove={() => toggle(indicator)}
            />
          ))}
        </ul>
      )}
      <IndicatorPicker chosen={chart.indicators} onToggle={toggle} />
    </>
  )
}

const CLOSE_OF = /^close of "(.+)"$/

interface ChipProps {
  readonly indicator: string
  readonly line: ChartLine | null
  readonly colour: number
  readonly onChange: (indicator: string) => void
  readonly onRemove: () => void
}

function Chip({ indicator, line, colour, onChange, onRemove }: ChipProps) {
  const label = line?.label ?? indicator.replace(CLOSE_OF, '$1')
  const problem = line?.message ?? null
  return (
    <li
      className={styles.chip}
      style={{ color: problem === null ? `var(--series-${(colour % 6) + 1})` : 'var(--down)' }}
      title={problem ?? label}
    >
      {problem !== null && <Icon name="warning" size={11} />}
      <DialogTrigger>
        <AriaButton className={styles.name ?? ''} aria-label={`Change ${label}`}>
          {label}
        </AriaButton>
        <Popover className={`${picker.popover} ${picker.narrow}`} placement="bottom end">
          <Dialog aria-label={`Parameters of ${label}`} className={picker.dialog ?? ''}>
            <Suspense fallback={null}>
              <ParamsEditor indicator={indicator} onChange={onChange} />
            </Suspense>
          </Dialog>
        </Popover>
      </DialogTrigger>
      {problem !== null && <span className="visually-hidden">: {problem}</span>}
      <button type="button" className={styles.remove} aria-label={`Remove ${label}`} onClick={onRemove}>
        <Icon name="close" size={9} />
      </button>
    </li>
  )
}
