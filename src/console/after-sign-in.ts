import { contractAt } from '../commands/grammar/instruments/contract.ts'
import { addContractReader } from '../commands/grammar/instruments/contract-reader.ts'
import { addSpanReader } from '../commands/grammar/time/span.ts'
import { writtenSpanAt } from '../commands/grammar/time/written-span.ts'
import { addCommands, type CommandCall, expectMoreCommands } from '../commands/registry.ts'
import { tradingCommands } from '../commands/trading-commands.ts'
import { analysis } from './analysis/area.ts'
import { type ActorsOf, createAreas, type RunningAreas } from './area.ts'
import type { atStart } from './at-start.ts'
import { backtests } from './backtests/area.ts'
import { createEngine } from './backtests/engine-adapters.ts'
import { createRunPreview, type RunPreview } from './backtests/run-preview.ts'
import { calendar } from './calendar/area.ts'
import { charts } from './charts/area.ts'
import { deployments } from './deployments/area.ts'
import type { Deps } from './deps.ts'
import { instruments } from './instruments/area.ts'
import { learning } from './learning/area.ts'
import { countClick } from './learning/learning-adapters.ts'
import { loadUntilThere } from './load-until-there.ts'
import { notifications } from './notifications/area.ts'
import { options } from './options/area.ts'
import { orders } from './orders/area.ts'
import type { OrderJudge } from './orders/judging.ts'
import { createOrderJudge } from './orders/order-judge.ts'
import { positions } from './positions/area.ts'
import { quotes } from './quotes/area.ts'
import { scanners } from './scanners/area.ts'
import { type PreviewScan, previewScan } from './scanners/preview-scan.ts'
import { shell } from './shell/area.ts'
import { shortcuts } from './shortcuts/area.ts'
import { createHinter } from './shortcuts/shortcut-adapters.ts'
import { strategies } from './strategies/area.ts'
import { watchlists } from './watchlists/area.ts'
import { whyNothingIsSent } from './why-nothing-is-sent.ts'

/** A chunk of its own, so that the sign-in screen does not wait for it. */
const afterSignIn = [
  positions,
  orders,
  watchlists,
  options,
  quotes,
  instruments,
  charts,
  backtests,
  calendar,
  notifications,
  shortcuts,
  strategies,
  deployments,
  scanners,
  analysis,
  learning,
  shell,
] as const

/** A machine that no area starts is missing here, and the console does not compile. */
export type StartedActors = ActorsOf<(typeof atStart | typeof afterSignIn)[number]>

export interface AfterSignIn {
  readonly areas: RunningAreas
  readonly judge: OrderJudge
  readonly previewRun: RunPreview['of']
  readonly previewScan: PreviewScan
  /** After a click, shows the key that runs the same command. */
  hint(call: CommandCall): void
  stop(): void
}

export type CreateAfterSignIn = (deps: Omit<Deps, 'engine' | 'runPreview'>) => AfterSignIn

export const createAfterSignIn: CreateAfterSignIn = (startDeps) => {
  addCommands(tradingCommands)
  addContractReader(contractAt)
  addSpanReader(writtenSpanAt)
  let isStopped = false
  const addLater = async (): Promise<void> => {
    addCommands((await import('../commands/later-commands.ts')).laterCommands)
    expectMoreCommands(false)
    // A line that was typed meanwhile was not understood.
    if (!isStopped) startDeps.actors.palette.send({ type: 'palette.refresh' })
  }
  expectMoreCommands(true)
  void loadUntilThere(addLater, { platform: startDeps.platform, what: 'commands' })
  // The palette offers them; without them its lines are read all the same.
  import('../commands/palette/all-offers.ts').catch(() => {})
  const { actors, clock, createEngineWorker, http, platform } = startDeps
  const engine = createEngine({ createWorker: createEngineWorker, warn: platform.log })
  const runPreview = createRunPreview({
    http,
    isSpanLimitLifted: () => actors.preferences.getSnapshot().context.liftSpanLimits,
  })
  const deps: Deps = { ...startDeps, engine, runPreview }
  const count = countClick(deps)
  const hint = createHinter(deps)
  return {
    areas: createAreas(deps, afterSignIn),
    judge: createOrderJudge(() => whyNothingIsSent(actors, clock.now())),
    previewRun: runPreview.of,
    previewScan: previewScan(startDeps.http),
    hint(call) {
      count(call)
      hint(call)
    },
    stop() {
      isStopped = true
      engine.stop()
    },
  }
}
