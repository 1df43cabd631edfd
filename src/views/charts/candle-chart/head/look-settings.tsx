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
import { screenAt } from '../../../../domain/screens.ts'
import type { ChartSlot } from '../../../../machines/charts/chart.ts'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { capOf } from '../../../kit/control/keys-for.ts'
import { Segmented } from '../../../kit/control/segmented.tsx'
import picker from './indicator-picker.module.css'
import styles from './look-menu.module.css'

export type LeavingCommand = 'chart.compare' | 'chart.replay' | 'chart.picture' | 'arming.toggle'

interface LookSettingsProps {
  readonly slot: ChartSlot
  readonly look: ChartLook
  readonly indicators: readonly string[]
  readonly onLeave: (command: LeavingCommand) => void
}

export function LookSettings({ slot, look, indicators, onLeave }: LookSettingsProps) {
  const run = useCommand()
  const toggle = (level: ChartLevel | 'vwap') => run({ command: 'chart.level', args: { level, chart: slot } })
  return (
    <>
      <span className={picker.label}>Type</span>
      <Segmented
        label="Chart type"
        value={look.type}
        choices={chartTypes.map((value) => ({ value, label: chartTypeNames[value] }))}
        onChange={(type) => run({ command: 'chart.type', args: { type, chart: slot } })}
      />
      <span className={picker.label}>Scale</span>
      <Segmented
        label="Chart scale"
        value={look.scale}
        choices={priceScales.map((value) => ({ value, label: priceScaleNames[value] }))}
        onChange={(scale) => run({ command: 'chart.scale', args: { scale, chart: slot } })}
      />
      <span className={picker.label}>Lines</span>
      {chartLevels.map((level) => (
        <label key={level} className={styles.level}>
          <input type="checkbox" checked={look.levels.includes(level)} onChange={() => toggle(level)} />
          {chartLevelNames[level]}
        </label>
      ))}
      <label className={styles.level}>
        <input type="checkbox" checked={indicators.includes('vwap')} onChange={() => toggle('vwap')} />
        VWAP
      </label>
      <span className={picker.label}>Compare</span>
      <Button
        kind="quiet"
        {...capOf({ command: 'chart.compare', args: {} })}
        onPress={() => onLeave('chart.compare')}
      >
        With another instrument …
      </Button>
      <span className={picker.label}>Replay</span>
      <Button
        kind="quiet"
        {...capOf({ command: 'chart.replay', args: {} })}
        onPress={() => onLeave('chart.replay')}
      >
        Candle by candle
      </Button>
      <span className={picker.label}>Picture</span>
      <Button
        kind="quiet"
        {...capOf({ command: 'chart.picture', args: {} })}
        onPress={() => onLeave('chart.picture')}
      >
        Copy as a picture
      </Button>
      <ByClicks onLeave={onLeave} />
    </>
  )
}

function ByClicks({ onLeave }: Pick<LookSettingsProps, 'onLeave'>) {
  const isLarge = useSnapshot('navigation', ({ context }) => screenAt(context.path) === 'trading-view')
  if (!isLarge) return null
  return (
    <>
      <span className={picker.label}>Trade</span>
      <Button
        kind="quiet"
        {...capOf({ command: 'arming.toggle', args: {} })}
        onPress={() => onLeave('arming.toggle')}
      >
        By clicks on the chart
      </Button>
    </>
  )
}
