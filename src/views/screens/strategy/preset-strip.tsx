import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Toolbar } from 'react-aria-components/Toolbar'
import { furtherPresets, type Preset, presetGroups, presets } from '../../../domain/options/presets.ts'
import type { OptionsStrategy, StrategyLeg, Trend } from '../../../domain/strategies/strategy.ts'
import { PayoffThumbnail } from '../../charts/payoff/payoff-thumbnail.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import styles from './builder.module.css'
import type { Change } from './use-draft.ts'

/** A leg of a strategy is an option; presets with a future cannot be expressed. */
const offered = [...presets, ...furtherPresets].filter(({ legs }) => legs.every(({ type }) => type !== 'fut'))

const groups = presetGroups.map((group) => ({
  value: group,
  label: `${group} ${offered.filter((preset) => preset.group === group).length}`,
}))

const legsOf = ({ legs }: Preset): readonly StrategyLeg[] =>
  legs.map(({ position, type, expiry, atm, quantity }) => ({
    position,
    type: type === 'pe' ? 'pe' : 'ce',
    expiry,
    atm,
    delta: null,
    premium: null,
    quantity,
    stopLoss: null,
    targetProfit: null,
    tpslType: 'pct',
  }))

/** Stops and lots of one's own do not make other legs. */
const isTaken = (preset: Preset, legs: readonly StrategyLeg[]): boolean =>
  legsOf(preset).map(contractOf).join() === legs.map(contractOf).join()

const contractOf = ({ position, type, expiry, atm }: StrategyLeg): string =>
  [position, type, expiry, atm].join(' ')

interface PresetStripProps {
  readonly draft: OptionsStrategy
  readonly change: Change<Partial<OptionsStrategy>>
}

/** Ready-made legs by the market they are for, drawn as they pay at expiry. */
export function PresetStrip({ draft, change }: PresetStripProps) {
  const [group, setGroup] = useState<Trend>(draft.trend)
  return (
    <Panel
      title="Ready-made"
      className={`${styles.panel} ${styles.presets}`}
      aside={<Segmented label="Outlook" value={group} choices={groups} onChange={setGroup} />}
    >
      <Toolbar aria-label="Ready-made legs" className={styles.strip ?? ''}>
        {offered
          .filter((preset) => preset.group === group)
          .map((preset) => (
            <AriaButton
              key={preset.key}
              className={styles.preset ?? ''}
              aria-pressed={isTaken(preset, draft.legs)}
              onPress={() => change({ legs: legsOf(preset), trend: preset.group })}
            >
              <PayoffThumbnail legs={preset.legs} />
              <span className={styles.presetName}>{preset.name}</span>
            </AriaButton>
          ))}
      </Toolbar>
    </Panel>
  )
}
