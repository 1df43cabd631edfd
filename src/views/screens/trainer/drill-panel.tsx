import { useEffect, useRef } from 'react'
import type { Drill } from '../../../commands/learning/drills.ts'
import { formatNumber } from '../../../domain/format.ts'
import { SLOW_MS } from '../../../domain/learning/practice.ts'
import type { TrainerContext } from '../../../machines/learning/trainer.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { capOf, keysFor } from '../../kit/control/keys-for.ts'
import { useNow } from '../../kit/hooks/use-now.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { type TileContent, Tiles } from '../../kit/layout/tiles.tsx'
import { TintedLine } from '../../kit/line/tinted-line.tsx'
import { AnswerField } from './answer-field.tsx'
import styles from './drill-panel.module.css'
import { secondsOf } from './drills-table.tsx'

interface DrillPanelProps {
  readonly drill: Drill | null
  readonly drills: readonly Drill[]
}

export function DrillPanel({ drill, drills }: DrillPanelProps) {
  const run = useCommand()
  const answer = useSnapshot('trainer', ({ context }) => context.answer)
  const inARow = useSnapshot('trainer', ({ context }) => context.practice.inARow)
  const asked = useSnapshot('trainer', ({ context }) => context.asked)
  const next = () => run({ command: 'trainer.next', args: {} })
  if (drill === null) return <Begin onBegin={next} />
  return (
    <Panel
      title="Drill"
      note={`${drills.indexOf(drill) + 1} of ${drills.length}`}
      aside={inARow > 1 ? `${inARow} in a row` : undefined}
      className={styles.drill}
    >
      <Asked key={asked} drill={drill} isAnswered={answer !== null} />
      {answer !== null && <Answered answer={answer} drill={drill} onNext={next} />}
    </Panel>
  )
}

function Begin({ onBegin }: { readonly onBegin: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const isLineClosed = useSnapshot('palette', (snapshot) => snapshot.matches('closed'))
  // A line that leads here gives the focus back to nothing when it closes.
  useEffect(() => {
    const timer = isLineClosed ? setTimeout(() => button.current?.focus()) : undefined
    return () => clearTimeout(timer)
  }, [isLineClosed])
  return (
    <Panel title="Drill" className={styles.drill}>
      <div className={styles.start}>
        <p>
          A task is asked in words; type the line, or press the keys, that does it. Nothing is sent. What
          takes ten seconds, needs a hint or goes wrong comes again soon, the rest later and later.
        </p>
        <Button kind="primary" size="large" autoFocus ref={button} onPress={onBegin}>
          Begin
        </Button>
      </div>
    </Panel>
  )
}

function Asked({ drill, isAnswered }: { readonly drill: Drill; readonly isAnswered: boolean }) {
  const run = useCommand()
  const message = useSnapshot('trainer', ({ context }) => context.message)
  const isHinted = useSnapshot('trainer', ({ context }) => context.isHinted)
  return (
    <div className={styles.asked}>
      <h3 className={styles.task}>{drill.task}</h3>
      <AnswerField drill={drill} isAnswered={isAnswered} />
      <Timer isAnswered={isAnswered} />
      <p role="status" className={styles.wrong}>
        {message}
      </p>
      {isHinted || isAnswered ? (
        <Answer drill={drill} />
      ) : (
        <p className={styles.hint}>
          <span>Stuck?</span>{' '}
          <Button kind="quiet" onPress={() => run({ command: 'trainer.hint', args: {} })} keys="?">
            Show the answer
          </Button>
        </p>
      )}
    </div>
  )
}

function Answer({ drill: { answer } }: { readonly drill: Drill }) {
  const { read } = useConsole()
  if ('call' in answer)
    return (
      <p className={styles.hint}>
        <span>Its keys are</span> <KeyCap keys={keysFor(answer.call) ?? ''} />
      </p>
    )
  return (
    <p className={styles.hint}>
      <span>Shortest</span>{' '}
      <code className={styles.answer}>
        <TintedLine line={answer.line} tokens={read(answer.line, answer.line.length).tokens} />
      </code>
    </p>
  )
}

const STEP_MS = 100

/** Ten seconds, with a mark at the best time so far. */
function Timer({ isAnswered }: { readonly isAnswered: boolean }) {
  const askedAt = useSnapshot('trainer', ({ context }) => context.askedAt)
  const answer = useSnapshot('trainer', ({ context }) => context.answer)
  const best = useSnapshot('trainer', ({ context }) =>
    context.answer === null
      ? (context.practice.records[context.drill ?? '']?.best ?? null)
      : context.answer.bestBefore,
  )
  const now = useNow(isAnswered ? SLOW_MS : STEP_MS)
  const took = isAnswered ? (answer?.took ?? 0) : Math.max(0, now - askedAt)
  const share = (ms: number): string => `${Math.min(100, (100 * ms) / SLOW_MS)}%`
  return (
    <div className={styles.timer}>
      <div className={styles.track} aria-hidden="true">
        <span
          className={styles.bar}
          data-slow={took >= SLOW_MS || undefined}
          style={{ width: share(took) }}
        />
        {best !== null && <span className={styles.mark} style={{ left: share(best) }} />}
      </div>
      <span className={styles.took}>{secondsOf(took)}</span>
      <span className={styles.best}>{best === null ? '' : `best ${secondsOf(best)}`}</span>
    </div>
  )
}

interface AnsweredProps {
  readonly answer: NonNullable<TrainerContext['answer']>
  readonly drill: Drill
  readonly onNext: () => void
}

function Answered({ answer, drill, onNext }: AnsweredProps) {
  const run = useCommand()
  const mostInARow = useSnapshot('trainer', ({ context }) => context.practice.mostInARow)
  const inARow = useSnapshot('trainer', ({ context }) => context.practice.inARow)
  return (
    <>
      <Tiles label="Result" tiles={tilesOf(answer, drill, inARow, mostInARow)} />
      <div className={styles.acts}>
        <Button kind="primary" size="large" autoFocus onPress={onNext} keys="Enter">
          Next drill
        </Button>
        <Button
          size="large"
          onPress={() => run({ command: 'trainer.again', args: {} })}
          {...capOf({ command: 'trainer.again', args: {} })}
        >
          Again
        </Button>
      </div>
    </>
  )
}

const comparedWithBest = ({ took, bestBefore, isHinted }: AnsweredProps['answer']): string => {
  if (isHinted) return 'answer shown, no best'
  if (bestBefore === null) return 'the first time'
  const difference = secondsOf(Math.abs(took - bestBefore))
  return took < bestBefore ? `${difference} faster than your best` : `${difference} over your best`
}

const tilesOf = (
  answer: AnsweredProps['answer'],
  { answer: asked }: Drill,
  inARow: number,
  mostInARow: number,
): readonly TileContent[] => [
  { label: 'Time', value: secondsOf(answer.took), detail: comparedWithBest(answer) },
  {
    label: 'Keys',
    value: formatNumber(answer.keys, 0),
    detail: 'line' in asked ? `${asked.line.length + 1} is the shortest` : 'pressed',
  },
  {
    label: 'Mistakes',
    value: formatNumber(answer.mistakes, 0),
    detail: answer.mistakes === 0 ? 'none' : 'corrected',
  },
  { label: 'In a row', value: formatNumber(inARow, 0), detail: `most ${formatNumber(mostInARow, 0)}` },
]
