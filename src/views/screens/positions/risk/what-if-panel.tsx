import { useId } from 'react'
import {
  formatNumber,
  formatSigned,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../../domain/format.ts'
import { asItIs, isAsItIs, type WhatIf } from '../../../../domain/positions/risk.ts'
import { Button } from '../../../kit/control/button.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import styles from './risk.module.css'
import type { ShownPayoff } from './shown-payoff.ts'

interface WhatIfPanelProps {
  readonly payoff: ShownPayoff
  readonly moved: 'Price' | 'NIFTY 50'
  readonly whatIf: WhatIf
  readonly lastDay: number
  readonly day: string
  readonly onChange: (next: WhatIf) => void
}

const MOVE_STEP = 0.0025
const MOVE_MOST = 0.1
const IV_STEP = 0.005
const IV_MOST = 0.2

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
/** Sums of shares have rounding errors. */
const onStep = (value: number, step: number): number => Math.round(value / step) * step + 0

const rupees = (value: number | null) => formatSignedRupees(value, 0)

const changesOf = (whatIf: WhatIf, lastDay: number, onChange: WhatIfPanelProps['onChange']) => ({
  move: (by: number) =>
    onChange({ ...whatIf, move: within(onStep(whatIf.move + by, MOVE_STEP), -MOVE_MOST, MOVE_MOST) }),
  iv: (by: number) =>
    onChange({ ...whatIf, volatility: within(onStep(whatIf.volatility + by, IV_STEP), -IV_MOST, IV_MOST) }),
  days: (by: number) => onChange({ ...whatIf, days: within(whatIf.days + by, 0, lastDay) }),
})

export function WhatIfPanel({ payoff, moved, whatIf, lastDay, day, onChange }: WhatIfPanelProps) {
  const { move, iv, days } = changesOf(whatIf, lastDay, onChange)
  const isChanged = !isAsItIs(whatIf)
  const { pnl, openPnl, greeks, curve } = payoff
  return (
    <Panel
      title="What if"
      className={styles.whatIf}
      note={
        isChanged ? (
          <>
            <Signed value={pnl} format={rupees} /> {rupees(pnl - openPnl)} from now
          </>
        ) : (
          'move the price, the volatility or the day'
        )
      }
      aside={
        <Button
          kind="quiet"
          keys="0"
          data-answers="0"
          isDisabled={!isChanged}
          onPress={() => onChange(asItIs)}
        >
          Reset
        </Button>
      }
    >
      <Slider
        label={moved}
        value={whatIf.move * 100}
        most={MOVE_MOST * 100}
        step={MOVE_STEP * 100}
        words={`${formatNumber(curve.spot * (1 + whatIf.move))} ${formatSignedPercent(whatIf.move * 100, 2)}`}
        keys={['<', '>']}
        names={['Lower price', 'Higher price']}
        onChange={(percent) => move(percent / 100 - whatIf.move)}
        onStep={(by) => move(by * MOVE_STEP)}
      />
      <Slider
        label="IV"
        value={whatIf.volatility * 100}
        most={IV_MOST * 100}
        step={IV_STEP * 100}
        words={`${formatSigned(whatIf.volatility * 100, 1)} points`}
        keys={['{', '}']}
        names={['Lower volatility', 'Higher volatility']}
        onChange={(points) => iv(points / 100 - whatIf.volatility)}
        onStep={(by) => iv(by * IV_STEP)}
      />
      <Slider
        label="Day"
        value={whatIf.days}
        least={0}
        most={lastDay}
        step={1}
        words={day}
        keys={['[', ']']}
        names={['A day earlier', 'A day later']}
        onChange={(value) => days(value - whatIf.days)}
        onStep={days}
      />
      <p className={styles.then}>
        {isChanged ? 'then' : 'now'}: {greeks}
      </p>
    </Panel>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly least?: number
  readonly most: number
  readonly step: number
  readonly words: string
  readonly keys: readonly [string, string]
  readonly names: readonly [string, string]
  readonly onChange: (value: number) => void
  readonly onStep: (by: 1 | -1) => void
}

function Slider(props: SliderProps) {
  const { label, value, most, least = -most, step, words, keys, names, onChange, onStep } = props
  const id = useId()
  const button = (side: 0 | 1) => (
    <Button
      kind="quiet"
      aria-label={names[side]}
      keys={keys[side]}
      data-answers={keys[side]}
      onPress={() => onStep(side === 0 ? -1 : 1)}
    />
  )
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        disabled={most === least}
        aria-valuetext={words}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <b>{words}</b>
      <span>
        {button(0)}
        {button(1)}
      </span>
    </div>
  )
}
