import { workerData } from 'node:worker_threads'
import {
  bringYearsIntoForce,
  type CalendarYears,
} from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { createLiveHost } from '../../src/engine/live/live-host.ts'
import { type Failure, toFailure } from '../threads/messages.ts'
import { serveTasks } from '../threads/serve-tasks.ts'
import { loadEngine } from './load-engine.ts'
import { createRules, type RuleOutcome, type RuleWork } from './rules.ts'

export interface EvaluatingStart {
  /** Holds the engine files that the browser loads too. */
  readonly wasmFolder: string
}

export type RuleAnswer =
  | { readonly kind: 'done'; readonly outcome: RuleOutcome }
  | { readonly kind: 'failed'; readonly failure: Failure }

const openRules = async ({ wasmFolder }: EvaluatingStart) =>
  createRules(createLiveHost(await loadEngine(wasmFolder)))

const opening = openRules(workerData as EvaluatingStart)

serveTasks('deployments', async (_, input, { shared }) => {
  const rules = await opening
  bringYearsIntoForce(shared as CalendarYears)
  return (input as readonly RuleWork[]).map((work): RuleAnswer => {
    try {
      return { kind: 'done', outcome: rules.run(work) }
    } catch (error) {
      return { kind: 'failed', failure: toFailure(error) }
    }
  })
})
