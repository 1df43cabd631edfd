import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import {
  type ChartLevel,
  type ChartLook,
  chartLevelNames,
  chartLevels,
  chartTypeNames,
  chartTypes,
  priceScaleNames,
  priceScales,
} from '../../../../domain/charts/chart-look.ts'
import type { ChartPlace } from '../../../../machines/charts/chart.ts'
import { useCommand } from '../../../kit/console.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { Segmented } from '../../../kit/control/segmented.tsx'
import picker from './indicator-picker.module.css'
import styles from './look-menu.module.css'

interface LookMenuProps {
  readonly place: ChartPlace
  readonly look: ChartLook
}

export function LookMenu({ place, look }: LookMenuProps) {
  const run = useCommand()
  const toggle = (level: ChartLevel) => run({ command: 'chart.level', args: { level, chart: place } })
  return (
    <DialogTrigger>
      <AriaButton className={picker.open ?? ''} data-answers="v">
        <span className="visually-hidden">Chart type, scale and lines: </span>
        {chartTypeNames[look.type].toLowerCase()} <KeyCap keys="v" />
      </AriaButton>
      <Popover className={`${picker.popover} ${styles.popover}`} placement="bottom end">
        <Dialog aria-label="Chart type, scale and lines" className={`${picker.dialog} ${styles.menu}`}>
          <span className={picker.label}>Type</span>
          <Segmented
            label="Chart type"
            value={look.type}
            choices={chartTypes.map((value) => ({ value, label: chartTypeNames[value] }))}
            onChange={(type) => run({ command: 'chart.type', args: { type, chart: place } })}
          />
          <span className={picker.label}>Scale</span>
          <Segmented
            label="Chart scale"
            value={look.scale}
            choices={priceScales.map((value) => ({ value, label: priceScaleNames[value] }))}
            onChange={(scale) => run({ command: 'chart.scale', args: { scale, chart: place } })}
          />
          <span className={picker.label}>Lines of the day</span>
          {chartLevels.map((level) => (
            <label key={level} className={styles.level}>
              <input type="checkbox" checked={look.levels.includes(level)} onChange={() => toggle(level)} />
              {chartLevelNames[level]}
            </label>
          ))}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
