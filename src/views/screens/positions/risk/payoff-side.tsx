import { useMemo, useState } from 'react'
import { dayInWords } from '../../../../domain/dates-in-words.ts'
import { defaultIndices, type InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { asItIs, isAsItIs, type WhatIf } from '../../../../domain/positions/risk.ts'
import {
  addDays,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  toIstDate,
} from '../../../../domain/time.ts'
import type { PositionRisk, UnderlyingRisk } from '../../../../machines/positions/risk.ts'
import { PayoffTable } from '../../../charts/payoff/by-price-table.tsx'
import { payoffInWords } from '../../../charts/payoff/outcome-in-words.ts'
import { OutcomeTiles } from '../../../charts/payoff/outlook-tiles.tsx'
import { PayoffChart } from '../../../charts/payoff/payoff-chart.tsx'
import { useConsole } from '../../../kit/console.tsx'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { useInstrumentName } from '../../../kit/instrument/instrument-name.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { TableSwitch } from '../../../kit/table/table-switch.tsx'
import styles from './risk.module.css'
import { ALL, type Underlying } from './shown-group.ts'
import { expiryOfAll, payoffOfAll, payoffOfGroup, type ShownPayoff } from './shown-payoff.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

interface PayoffSideProps {
  readonly risk: PositionRisk
  readonly group: UnderlyingRisk
  readonly isAll: boolean
  readonly choices: readonly UnderlyingRisk[]
  readonly onChoose: (underlying: Underlying) => void
}

const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

const daysLeftOf = ({ asOf }: PositionRisk, expiry: IstDate | null): number =>
  expiry === null ? 0 : Math.max(0, istDateToDayNumber(expiry) - istDayNumber(asOf))

export function PayoffSide({ risk, group, isAll, choices, onChoose }: PayoffSideProps) {
  const { quotes } = useConsole()
  const [whatIf, setWhatIf] = useState<WhatIf>(asItIs)
  const [isTable, setIsTable] = useState(false)
  const nifty = risk.groups.find(({ underlying }) => underlying === NIFTY)?.spot ?? quotes.lastPrice(NIFTY)
  const hasChoice = risk.groups.length > 1
  const firstOfAll = expiryOfAll(risk.groups)
  const canBeAll = hasChoice && nifty !== null && firstOfAll !== null
  const ofAll = isAll && canBeAll ? nifty : null
  const expiry = ofAll === null ? group.expiry : firstOfAll
  const lastDay = daysLeftOf(risk, expiry)
  const asked = useMemo(() => ({ ...whatIf, days: Math.min(whatIf.days, lastDay) }), [whatIf, lastDay])
  const payoff = useMemo(
    () => (ofAll === null ? null : payoffOfAll(risk, asked, ofAll)) ?? payoffOfGroup(group, asked, risk.rate),
    [risk, group, asked, ofAll],
  )
  const day = asked.days === 0 ? 'today' : dayInWords(addDays(toIstDate(risk.asOf), asked.days))
  const inWords = `expiry ${expiry === null ? '' : dayInWords(expiry).slice(4)}`
  const nameOf = useInstrumentName()
  return (
    <div className={styles.side}>
      <Panel
        title="Payoff"
        className={styles.payoff}
        note={hasChoice ? inWords : `${nameOf(group.underlying)}, ${inWords}`}
        aside={
          <>
            <b className={styles.dashed}>{`– – ${day}`}</b>
            <TableSwitch isTable={isTable} onChange={setIsTable} />
          </>
        }
      >
        {hasChoice && (
          <div className={styles.choices}>
            <Segmented<Underlying>
              label="Underlying"
              value={ofAll === null ? group.underlying : ALL}
              choices={[
                ...choices.map(({ underlying }) => ({ value: underlying, label: nameOf(underlying) })),
                ...(canBeAll ? [{ value: ALL, label: 'All' } as const] : []),
              ]}
              onChange={onChoose}
            />
          </div>
        )}
        <Drawn payoff={payoff} asked={asked} day={day} isTable={isTable} />
      </Panel>
      <OutcomeTiles payoff={payoff.outcome} />
      <WhatIfPanel
        {...{ payoff, whatIf: asked, lastDay, day }}
        moved={ofAll === null ? 'Price' : 'NIFTY 50'}
        onChange={setWhatIf}
      />
    </div>
  )
}

interface DrawnProps {
  readonly payoff: ShownPayoff
  readonly asked: WhatIf
  readonly day: string
  readonly isTable: boolean
}

function Drawn({ payoff: { curve, outcome, pnl, notes }, asked, day, isTable }: DrawnProps) {
  return (
    <>
      {isTable ? (
        <PayoffTable curve={curve} day={day} />
      ) : (
        <PayoffChart
          curve={curve}
          day={day}
          summary={payoffInWords(outcome)}
          mark={isAsItIs(asked) ? null : { price: curve.spot * (1 + asked.move), pnl }}
        />
      )}
      {notes.map((note) => (
        <p key={note} className={styles.later}>
          {note}
        </p>
      ))}
    </>
  )
}
