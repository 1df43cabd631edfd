import { measureWords } from '../../../commands/catalogue/backtests/sweep-params.ts'
import { printCall } from '../../../commands/grammar/print-call.ts'
import { printRange } from '../../../domain/backtests/sweep/number-range.ts'
import { countOfPlan, type SweepPlan } from '../../../domain/backtests/sweep/sweep-plan.ts'
import { intervalLabels } from '../../../domain/charts/interval.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { PreparedSweep, SweepRunRequest } from '../../../machines/backtests/sweep-result.ts'
import { cutInWords, runInWords, type SaidOfRun } from '../../backtests/run-in-words.ts'
import { symbolsInWords } from '../../backtests/symbols-in-words.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { openLine } from '../../kit/open-path.ts'
import { callOfSweep } from './call-of-sweep.ts'
import { SweepProgress } from './sweep-progress.tsx'
import { SweepResults } from './sweep-results.tsx'
import styles from './sweep-screen.module.css'

const SAMPLE = 'sweep ema(close,5..20:5) crosses above ema(close,20..60:10) on '

export function SweepScreen() {
  const request = useSnapshot('sweep', ({ context }) => context.request)
  const prepared = useSnapshot('sweep', ({ context }) => context.prepared)
  return (
    <div className={styles.screen}>
      <ScreenTitle
        title={request?.walk ? 'Walk-forward' : 'Sweep'}
        actions={request === null ? undefined : <Actions request={request} />}
      >
        <span>{request === null ? 'one idea, many parameters' : inWords(request, prepared)}</span>
      </ScreenTitle>
      <Stage request={request} prepared={prepared} />
    </div>
  )
}

const inWords = (request: SweepRunRequest, prepared: PreparedSweep | null): string => {
  const plan = prepared?.plan ?? request.plan
  const count = countOfPlan(plan)
  return [
    `${formatNumber(count, 0)} ${count === 1 ? 'combination' : 'combinations'}`,
    symbolsInWords(request.instruments),
    runInWords(plan.base, variedIn(plan)),
    `by ${measureWords[request.measure]}`,
  ].join(' · ')
}

/** `lots 1..5`; conditions are not included. */
const variedIn = ({ axes }: SweepPlan): SaidOfRun =>
  Object.fromEntries(
    axes.flatMap(({ label, parameter, range }) =>
      'path' in parameter ? [] : [[parameter.kind, `${label} ${printRange(range)}`]],
    ),
  )

interface StageProps {
  readonly request: SweepRunRequest | null
  readonly prepared: PreparedSweep | null
}

function Stage({ request, prepared }: StageProps) {
  const { run } = useConsole()
  const stage = useSnapshot('sweep', (sweep) => {
    if (sweep.matches('idle') || sweep.context.request === null) return 'idle'
    if (sweep.matches('failed')) return 'failed'
    return sweep.matches('done') ? 'done' : 'working'
  })
  const message = useSnapshot('sweep', ({ context }) => context.message ?? '')
  if (request === null || stage === 'idle') return <Nothing />
  if (stage === 'failed') return <ErrorNotice message={message} onRetry={() => run(callOfSweep(request))} />
  return (
    <>
      {prepared?.cut && (
        <p className={styles.cut} role="note">
          <Icon name="info" /> {cutInWords(prepared.cut, intervalLabels[prepared.plan.base.interval])}
        </p>
      )}
      {stage === 'working' && <SweepProgress />}
      {prepared === null ? (
        <div role="status" aria-label="Preparing the sweep">
          <Skeleton rows={10} />
        </div>
      ) : (
        <SweepResults request={request} prepared={prepared} isDone={stage === 'done'} />
      )}
    </>
  )
}

function Nothing() {
  const run = useCommand()
  return (
    <EmptyNotice title="No sweep yet">
      <p>
        Use a range such as 5..20:5 for any number in a condition, stop, target or size (1..5l). <b>walk</b>{' '}
        optimises in sample and tests on the days that follow. Each symbol gets a row.
      </p>
      <Button kind="primary" onPress={() => run(openLine(SAMPLE))}>
        New sweep
      </Button>
    </EmptyNotice>
  )
}

function Actions({ request }: { readonly request: SweepRunRequest }) {
  const run = useCommand()
  const isRunning = useSnapshot('sweep', (sweep) => sweep.matches('working') || sweep.matches('preparing'))
  const isDone = useSnapshot('sweep', (sweep) => sweep.matches('done'))
  const call = callOfSweep(request)
  // Keyed apart, so that a press meant to cancel cannot open a run that has just finished.
  if (isRunning)
    return (
      <Button
        key="cancel"
        kind="danger"
        keys={keysFor({ command: 'sweep.cancel', args: {} }) ?? ''}
        onPress={() => run({ command: 'sweep.cancel', args: {} })}
      >
        Cancel
      </Button>
    )
  return (
    <>
      {isDone && (
        <Button
          key="open"
          kind="primary"
          keys={keysFor({ command: 'sweep.open', args: {} }) ?? ''}
          onPress={() => run({ command: 'sweep.open', args: {} })}
        >
          Open the best
        </Button>
      )}
      <Button onPress={() => run(call)}>Run again</Button>
      <Button keys="e" data-answers="e" onPress={() => run(openLine(printCall(call)))}>
        Edit
      </Button>
    </>
  )
}
