import type { ReactNode } from 'react'
import { formatNumber, formatPercent, formatSigned } from '../../../domain/format.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import { Button } from '../../kit/control/button.tsx'
import { istClock } from '../../kit/ist.ts'
import { useOptionDay } from '../../kit/option-chain/use-option-day.ts'
import { Sparkline } from '../../kit/price/sparkline.tsx'
import styles from './chain-figures.module.css'

interface Step {
  readonly at: number
  readonly value: number
}

const stepsOf = <Point extends { readonly at: number }>(
  history: readonly Point[],
  value: (point: Point) => number | null,
): readonly Step[] =>
  history.flatMap((point) => {
    const known = value(point)
    return known === null ? [] : [{ at: point.at, value: known }]
  })

export function ChainFigures({ chain, dayKey }: { readonly chain: OptionChain; readonly dayKey: string }) {
  const { day, message, askAgain } = useOptionDay(dayKey)
  const { pcr, straddle, expectedMove, maxPain, atmIv, spot } = chain
  const pcrs = day && stepsOf(day.pcr.history, (point) => point.pcr)
  const straddles = day && stepsOf(day.straddle.history, (point) => point.straddle)
  const line = (label: string, steps: readonly Step[] | null) =>
    message === null || steps !== null ? <DayLine label={label} steps={steps} /> : null
  const opened = straddles?.[0]?.value
  return (
    <section className={styles.bar} aria-label="Figures of the chain">
      <dl className={styles.figures}>
        <Figure label="PCR" value={formatNumber(pcr)} line={line('Put-call ratio', pcrs)} />
        <Figure
          label={
            opened === undefined || straddle === null
              ? 'Straddle'
              : `Straddle ${formatSigned(straddle - opened, 1)}`
          }
          value={formatNumber(straddle)}
          line={line('At-the-money straddle', straddles)}
        />
        <Figure
          label="Exp. move"
          value={expectedMove === null ? formatNumber(null) : `±${formatNumber(expectedMove, 0)}`}
          note={expectedMove === null ? '' : formatPercent((100 * expectedMove) / spot, 2)}
        />
        <Figure label="Max pain" value={formatNumber(maxPain, 0)} />
        <Figure label="ATM IV" value={formatPercent(atmIv, 1)} />
      </dl>
      {message !== null && (
        <div className={styles.failed} role="alert">
          <bdi title={message}>{message}</bdi>
          <Button kind="quiet" onPress={askAgain}>
            Retry
          </Button>
        </div>
      )}
    </section>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly note?: string
  readonly line?: ReactNode
}

function Figure({ label, value, note = '', line }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        {note !== '' && <span>{note}</span>}
        {line}
      </dd>
    </div>
  )
}

const WIDTH = 44
const HEIGHT = 16

function DayLine({ label, steps }: { readonly label: string; readonly steps: readonly Step[] | null }) {
  if (steps === null)
    return <span className={styles.waiting} role="status" aria-label={`${label}: loading`} />
  if (steps.length < 2) return null
  const words = dayInWords(label, steps)
  return (
    <span role="img" aria-label={words} title={words}>
      <Sparkline values={steps.map(({ value }) => value)} width={WIDTH} height={HEIGHT} />
    </span>
  )
}

/** `Put-call ratio today: 0.95 at 09:15, 1.08 at 11:40, lowest 0.93, highest 1.10` */
const dayInWords = (label: string, steps: readonly Step[]): string => {
  const values = steps.map(({ value }) => value)
  const ends = [steps[0], steps.at(-1)].map((step) =>
    step === undefined ? '' : `${formatNumber(step.value)} at ${istClock(step.at).format('HH:mm')}`,
  )
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${label} of the day: ${ends.join(', ')}, lowest ${formatNumber(low)}, highest ${formatNumber(high)}`
}
