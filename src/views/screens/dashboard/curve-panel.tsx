import { useMemo, useState } from 'react'
import type { Performance } from '../../../domain/analysis/performance.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatCompactRupees, formatSignedPercent, formatSignedRupees } from '../../../domain/format.ts'
import { type IstDate, startOfIstDate, toIstDate } from '../../../domain/time.ts'
import { EquityChart } from '../../charts/equity-chart.tsx'
import { LineChart } from '../../charts/options/line-chart.tsx'
import type { LinePlot } from '../../charts/options/line-plot.ts'
import { timeTicks } from '../../charts/time-ticks.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import { CurveTable } from './curve-table.tsx'
import styles from './dashboard-screen.module.css'

const units = [
  { value: 'rupees', label: '₹' },
  { value: 'percent', label: '%' },
] as const

const TICK_WIDTH = 80
const dayAt = (at: number): string => dayInWords(toIstDate(at))

const daysUnder = ({ x, width }: LinePlot): readonly number[] => {
  const [from = 0, until = 0] = x.domain()
  return timeTicks(from, until, Math.max(2, Math.floor(width / TICK_WIDTH))).map(({ at }) => at)
}

interface CurvePanelProps {
  readonly performance: Performance
  readonly onDay: (day: IstDate) => void
}

export function CurvePanel({ performance, onDay }: CurvePanelProps) {
  const [unit, setUnit] = useState<(typeof units)[number]['value']>('rupees')
  const [isTable, setTable] = useState(false)
  const { curve } = performance
  const hasPercent = curve.every(({ percent }) => percent !== null)
  const isPercent = unit === 'percent' && hasPercent
  return (
    <Panel
      title={isPercent ? 'P&L against NIFTY 50' : 'P&L and drawdown'}
      className={styles.curve}
      aside={
        <>
          {hasPercent && <Segmented label="Unit" value={unit} choices={units} onChange={setUnit} />}
          <TableSwitch isTable={isTable} onChange={setTable} />
        </>
      }
    >
      {isTable ? (
        <CurveTable performance={performance} onDay={onDay} />
      ) : isPercent ? (
        <AgainstIndex performance={performance} />
      ) : (
        <InRupees performance={performance} />
      )}
    </Panel>
  )
}

function InRupees({ performance: { curve, net, maxDrawdown } }: { readonly performance: Performance }) {
  const points = useMemo(
    () => curve.map((one) => ({ at: startOfIstDate(one.day), equity: one.net, drawdown: one.drawdown })),
    [curve],
  )
  return (
    <EquityChart
      points={points}
      summary={`Net ${formatSignedRupees(net)}, max drawdown ${formatSignedRupees(maxDrawdown)}`}
      format={(value) => formatSignedRupees(value)}
      formatShort={(value) => formatCompactRupees(value)}
      formatInstant={dayAt}
    />
  )
}

function AgainstIndex({ performance: { curve, percent, nifty } }: { readonly performance: Performance }) {
  const lines = useMemo(() => {
    const line = (figure: 'percent' | 'nifty') =>
      curve.flatMap((one) => {
        const y = one[figure]
        return y === null ? [] : [{ x: startOfIstDate(one.day) as number, y }]
      })
    return [
      { name: 'you', points: line('percent') },
      { name: 'NIFTY 50', points: line('nifty'), isDashed: true },
    ]
  }, [curve])
  return (
    <LineChart
      label="P&L against NIFTY 50"
      lines={lines}
      levels={[{ y: 0, label: '' }]}
      uprights={[]}
      ticksOf={daysUnder}
      formatX={dayAt}
      formatTick={dayAt}
      formatY={(y) => formatSignedPercent(y)}
      formatLevel={(y) => formatSignedPercent(y, 1)}
      summary={`You ${formatSignedPercent(percent)}, NIFTY 50 ${formatSignedPercent(nifty)}`}
    />
  )
}
