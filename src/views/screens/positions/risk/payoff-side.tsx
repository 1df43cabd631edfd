import { useMemo, useState } from 'react'
import { dayInWords } from '../../../../domain/dates-in-words.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { payoffIf } from '../../../../domain/positions/payoff-if.ts'
import { asItIs, changeIf, isAsItIs, openPnlOf, type WhatIf } from '../../../../domain/positions/risk.ts'
import { addDays, istDateToDayNumber, istDayNumber, toIstDate } from '../../../../domain/time.ts'
import type { PositionRisk, UnderlyingRisk } from '../../../../machines/positions/risk.ts'
import { PayoffTable } from '../../../charts/payoff/by-price-table.tsx'
import { payoffInWords } from '../../../charts/payoff/outcome-in-words.ts'
import { OutcomeTiles } from '../../../charts/payoff/outlook-tiles.tsx'
import { PayoffChart } from '../../../charts/payoff/payoff-chart.tsx'
import { useSnapshot } from '../../../kit/console.tsx'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { nameOfInstrument } from '../../../kit/instrument/instrument-name.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { TableSwitch } from '../../../kit/table/table-switch.tsx'
import styles from './risk.module.css'
import { WhatIfPanel } from './what-if-panel.tsx'

interface PayoffSideProps {
  readonly risk: PositionRisk
  readonly group: UnderlyingRisk
  readonly choices: readonly UnderlyingRisk[]
  readonly onChoose: (underlying: InstrumentId) => void
}

const daysLeftOf = ({ asOf }: PositionRisk, { expiry }: UnderlyingRisk): number =>
  expiry === null ? 0 : Math.max(0, istDateToDayNumber(expiry) - istDayNumber(asOf))

export function PayoffSide(props: PayoffSideProps) {
  const { risk, group, choices, onChoose } = props
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const [whatIf, setWhatIf] = useState<WhatIf>(asItIs)
  const [isTable, setIsTable] = useState(false)
  const lastDay = daysLeftOf(risk, group)
  const asked = useMemo(() => ({ ...whatIf, days: Math.min(whatIf.days, lastDay) }), [whatIf, lastDay])
  const payoff = useMemo(() => payoffOf(group, asked, risk.rate), [group, asked, risk.rate])
  const day = asked.days === 0 ? 'today' : dayInWords(addDays(toIstDate(risk.asOf), asked.days))
  const pnl = openPnlOf(group) + changeIf(group, asked, risk.rate)
  const nameOf = (underlying: InstrumentId) => nameOfInstrument(index, underlying, underlying)
  const expiry = `expiry ${group.expiry === null ? '' : dayInWords(group.expiry).slice(4)}`
  return (
    <div className={styles.side}>
      <Panel
        title="Payoff"
        className={styles.payoff}
        note={choices.length > 1 ? expiry : `${nameOf(group.underlying)}, ${expiry}`}
        aside={
          <>
            <b className={styles.dashed}>{`– – ${day}`}</b>
            <TableSwitch isTable={isTable} onChange={setIsTable} />
          </>
        }
      >
        {choices.length > 1 && (
          <div className={styles.choices}>
            <Segmented
              label="Underlying"
              value={group.underlying}
              choices={choices.map(({ underlying }) => ({ value: underlying, label: nameOf(underlying) }))}
              onChange={(value) => onChoose(value as InstrumentId)}
            />
          </div>
        )}
        {isTable ? (
          <PayoffTable curve={payoff.curve} day={day} />
        ) : (
          <PayoffChart
            curve={payoff.curve}
            day={day}
            summary={payoffInWords(payoff.outcome)}
            mark={isAsItIs(asked) ? null : { price: group.spot * (1 + asked.move), pnl }}
          />
        )}
        {payoff.hasLaterLegs && (
          <p className={styles.later}>Legs of later expiries are priced by the model.</p>
        )}
      </Panel>
      <OutcomeTiles payoff={payoff.outcome} />
      <WhatIfPanel {...{ group, whatIf: asked, lastDay, day, pnl }} rate={risk.rate} onChange={setWhatIf} />
    </div>
  )
}

const payoffOf = (group: UnderlyingRisk, whatIf: WhatIf, rate: number) => {
  const { today, atHorizon, maxProfit, maxLoss, probabilityOfProfit, ...read } = payoffIf(group, whatIf, rate)
  const { prices, atExpiry, breakevens, expectedMove, hasLaterLegs } = read
  return {
    curve: { prices, atExpiry, breakevens, expectedMove, onDay: atHorizon ?? today, spot: group.spot },
    outcome: {
      maxProfit: maxProfit.value,
      maxLoss: maxLoss.value,
      maxProfitNote: maxProfit.note,
      maxLossNote: maxLoss.note,
      pop: probabilityOfProfit === null ? null : probabilityOfProfit * 100,
      breakevens,
      spot: group.spot,
    },
    hasLaterLegs,
  }
}
