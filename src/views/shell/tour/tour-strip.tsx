import { stepAtHand, type TourStep, tourSteps, tourTook } from '../../../domain/learning/tour.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import styles from './tour-strip.module.css'

const MINUTE = 60_000

const tasks: Readonly<Record<TourStep, string>> = {
  order: 'Place an order. Price, margin and charges show before Enter.',
  backtest: 'Test a rule on thirty days of candles.',
  scan: 'Ask which shares fulfil a rule now.',
}

const inWords = (took: number): string => {
  const seconds = Math.round(took / 1_000)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}

/** Above the status bar of every screen while a tour lasts. */
export function TourStrip() {
  const run = useCommand()
  const tour = useSnapshot('firstSteps', ({ context }) => context.tour)
  const step = tour === null ? null : stepAtHand(tour)
  const end = () => run({ command: 'tour.end', args: {} })
  if (tour === null) return null
  return (
    <section className={styles.strip} aria-label="Tour" role="status">
      <ol className={styles.steps} aria-hidden="true">
        {tourSteps.map((one) => (
          <li
            key={one}
            data-done={tour.doneAt[one] !== undefined || undefined}
            data-now={one === step || undefined}
          >
            {tour.doneAt[one] === undefined ? tourSteps.indexOf(one) + 1 : <Icon name="check" size={11} />}
          </li>
        ))}
      </ol>
      {step === null ? <Finished took={tourTook(tour)} /> : <Asked step={step} />}
      <Button kind="quiet" onPress={end}>
        {step === null ? 'Close' : 'End the tour'}
      </Button>
    </section>
  )
}

function Asked({ step }: { readonly step: TourStep }) {
  const run = useCommand()
  const { environment } = useConsole()
  // The market may open or close meanwhile, and another line is asked for then.
  useMarketTime(MINUTE)
  const line = environment().tourLine ?? ''
  return (
    <>
      <span className={styles.task}>
        <span>{tasks[step]}</span> <OpenLine />
        <span> and type</span>
      </span>
      <code className={styles.line}>{line}</code>
      <span className={styles.acts}>
        <Button onPress={() => run({ command: 'tour.write', args: {} })}>Write it</Button>
        <Button kind="quiet" onPress={() => run({ command: 'tour.skip', args: {} })}>
          Skip
        </Button>
      </span>
    </>
  )
}

function Finished({ took }: { readonly took: number | null }) {
  return (
    <span className={styles.task}>
      {took === null ? 'The tour is over.' : `An order, a backtest and a scan: done in ${inWords(took)}.`} The
      line <code>intro</code> has six pages more.
    </span>
  )
}
