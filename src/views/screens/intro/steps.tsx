import { type IntroStep, intros } from '../../../commands/learning/intro-pages.ts'
import type { IntroPage } from '../../../domain/learning/intro-address.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import { TintedLine } from '../../kit/line/tinted-line.tsx'
import { openLine } from '../../kit/open-path.ts'
import text from '../../theme/text.module.css'
import styles from './steps.module.css'

export function IntroSteps({ page }: { readonly page: IntroPage }) {
  const run = useCommand()
  const done = useSnapshot('firstSteps', ({ context }) => context.done)
  const { steps, more } = intros[page]
  const next = steps.find(({ does }) => !done.includes(does)) ?? steps[0]
  return (
    <>
      <ol className={styles.steps} aria-label="Steps">
        {steps.map((step, index) => (
          <Step key={step.line} step={step} number={index + 1} isDone={done.includes(step.does)} />
        ))}
      </ol>
      <h3 className={`${text.section} ${styles.head}`}>Then try</h3>
      <ul className={styles.more} aria-label="Then try">
        {more.map(({ line, note }) => (
          <li key={line}>
            <button type="button" className={styles.row} onClick={() => run(openLine(line))}>
              <Line line={line} />
              <span className={styles.note}>{note}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button kind="primary" size="large" onPress={() => run(openLine(next?.line ?? ''))}>
          Try it now
        </Button>
        <span className={styles.note}>
          writes the line; nothing is sent before you press <kbd>Enter</kbd>, and no order reaches an exchange
        </span>
      </div>
    </>
  )
}

interface StepProps {
  readonly step: IntroStep
  readonly number: number
  readonly isDone: boolean
}

function Step({ step: { title, note, line }, number, isDone }: StepProps) {
  const run = useCommand()
  return (
    <li>
      <button type="button" className={styles.step} onClick={() => run(openLine(line))}>
        <span className={styles.number} data-done={isDone || undefined}>
          {isDone ? <Icon name="check" size={12} /> : number}
        </span>
        <span className={styles.words}>
          <span>
            {isDone && <span className="visually-hidden">Done: </span>}
            <b>{title}</b> <span className={styles.note}>{note}</span>
          </span>
          <Line line={line} />
        </span>
      </button>
    </li>
  )
}

function Line({ line }: { readonly line: string }) {
  const { read } = useConsole()
  return (
    <code className={styles.line}>
      <span aria-hidden="true">› </span>
      <TintedLine line={line} tokens={plain(read(line, line.length).tokens)} />
    </code>
  )
}

/** A line that cannot be run here yet, such as one that needs a report, is no mistake on this page. */
const plain = <Token extends { readonly problem?: unknown; readonly kind: string }>(
  tokens: readonly Token[],
): readonly Token[] => tokens.filter(({ problem, kind }) => problem === undefined && kind !== 'unknown')
