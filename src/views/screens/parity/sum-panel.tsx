import { type ParityStep, paritySteps } from '../../../domain/deployments/parity/parity-step.ts'
import type { ParityReport } from '../../../domain/deployments/parity/report.ts'
import { formatSignedRupees } from '../../../domain/format.ts'
import { useConsole } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import text from '../../theme/text.module.css'
import styles from './parity.module.css'
import { headline, headnote, inRupees, stepInWords, stepTitles } from './parity-words.ts'

interface Bar {
  /** Percent of the drawing's height, from its top. */
  readonly top: number
  readonly height: number
}

const PERCENT = 100
/** Below the lowest level the ends fade out: the differences are the subject, not the whole. */
const ROOM_BELOW = 22
const ROOM_ABOVE = 8

interface Bars {
  readonly expected: number
  readonly steps: Readonly<Record<ParityStep, Bar>>
  readonly done: number
}

const barsOf = ({ parity: { expected, done, steps } }: ParityReport): Bars => {
  const levels = [expected]
  for (const step of paritySteps) levels.push((levels.at(-1) ?? 0) + steps[step])
  const [low, high] = [Math.min(...levels), Math.max(...levels)]
  const room = PERCENT - ROOM_ABOVE - ROOM_BELOW
  const topOf = (paise: number): number =>
    ROOM_ABOVE + (high === low ? room / 2 : ((high - paise) / (high - low)) * room)
  const bars = paritySteps.map((step, index): readonly [ParityStep, Bar] => {
    const [from, to] = [topOf(levels[index] ?? 0), topOf(levels[index + 1] ?? 0)]
    return [step, { top: Math.min(from, to), height: Math.abs(to - from) }]
  })
  return {
    expected: topOf(expected),
    steps: Object.fromEntries(bars) as Record<ParityStep, Bar>,
    done: topOf(done),
  }
}

interface SumProps {
  readonly report: ParityReport
  readonly step: ParityStep | null
}

/** Expected, what each step adds, and done: the filter of the rows as well. */
export function SumPanel({ report, step }: SumProps) {
  const { run } = useConsole()
  const { parity } = report
  const bars = barsOf(report)
  return (
    <section className={styles.sum} aria-label="Actual vs backtest: P&L">
      <div className={styles.sumHead}>
        <h2>{headline(report)}</h2>
        <span className={text.muted}>{headnote(report)}</span>
      </div>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <Figure title="Expected" paise={parity.expected} note="backtest on the same candles" />
          <End top={bars.expected} />
        </li>
        {paritySteps.map((one, index) => (
          <li key={one} className={styles.step}>
            <button
              type="button"
              className={styles.filter}
              aria-pressed={step === one}
              onClick={() => run({ command: 'parity.step', args: { step: one } })}
            >
              <Figure
                title={stepTitles[one]}
                paise={parity.steps[one]}
                note={stepInWords(one, report)}
                keys={String(index + 1)}
              />
            </button>
            <span className={styles.drawing} aria-hidden="true">
              <span
                className={styles.bar}
                data-sign={parity.steps[one] < 0 ? 'down' : parity.steps[one] > 0 ? 'up' : undefined}
                style={{ top: `${bars.steps[one].top}%`, height: `${bars.steps[one].height}%` }}
              />
            </span>
          </li>
        ))}
        <li className={styles.step}>
          <Figure title="Actual" paise={parity.done} note="net of all charges" />
          <End top={bars.done} />
        </li>
      </ol>
    </section>
  )
}

function End({ top }: { readonly top: number }) {
  return (
    <span className={styles.drawing} aria-hidden="true">
      <span className={styles.end} style={{ top: `${top}%` }} />
    </span>
  )
}

interface FigureProps {
  readonly title: string
  readonly paise: number
  readonly note: string
  readonly keys?: string
}

function Figure({ title, paise, note, keys }: FigureProps) {
  return (
    <span className={styles.figure}>
      <span className={styles.kicker}>
        {title}
        {keys !== undefined && <KeyCap keys={keys} />}
      </span>
      <Signed value={inRupees(paise)} format={formatSignedRupees} className={styles.amount ?? ''} />
      <span className={`${text.muted} ${styles.note}`}>{note}</span>
    </span>
  )
}
