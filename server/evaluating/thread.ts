import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import {
  bringYearsIntoForce,
  type CalendarYears,
} from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { createLiveHost } from '../../src/engine/live/live-host.ts'
import { archiveOf, compileModule } from '../../src/engine/modules.ts'
import { serveTasks } from '../threads/serve-tasks.ts'
import { createRules, type RuleWork } from './rules.ts'

export interface EvaluatingStart {
  /** Holds the engine files that the browser loads too. */
  readonly wasmFolder: string
}

const openRules = async ({ wasmFolder }: EvaluatingStart) => {
  const file = join(wasmFolder, archiveOf('backtest'))
  const archive = new Uint8Array(await readFile(file)).buffer
  return createRules(createLiveHost(await compileModule('backtest', archive, file)))
}

const opening = openRules(workerData as EvaluatingStart)

serveTasks(async (_, input, { shared }) => {
  const rules = await opening
  bringYearsIntoForce(shared as CalendarYears)
  return rules.run(input as RuleWork)
})
