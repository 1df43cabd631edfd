import type { AutomationParts } from '../../../server/automation/parts.ts'
import { openStore } from '../../../server/store/database/database.ts'
import { createDeploymentStore } from '../../../server/store/deployments.ts'
import type { User, UserId } from '../../../server/user.ts'
import { startAutomation } from '../../support/automation.ts'
import { startTrading } from '../../support/orders/trading.ts'
import { withOptions } from '../../support/server/option-deployments.ts'
import {
  BEGINNING,
  drawPrices,
  leftOf,
  passToStep,
  steps,
  threeDaysOf,
  toldOf,
} from '../../support/server/three-days.ts'
import type { LifeSettings } from './automation-loop.ts'

/*
 * A server that runs deployments through three days by a clock of its own, on a real store. It says each step before
 * it begins, and is killed from outside or kills itself beside a write; the next life begins with the same step.
 */
const { dataDir, databaseUrl, seed, begin, death } = JSON.parse(process.env.CRASH_LIFE ?? '') as LifeSettings

const say = (line: object): Promise<void> =>
  new Promise((done) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, () => done())
  })

const istTextOf = (at: number): string =>
  new Date(at + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')

const resumed = begin === null ? undefined : steps[begin]
const now = resumed === undefined ? BEGINNING : istTextOf(resumed.at)

const trading = await startTrading({
  now,
  instruments: withOptions,
  open: () => openStore({ dataDir, databaseUrl }),
})
drawPrices(trading, seed)
const user: User =
  begin === null ? await trading.enter('meera') : { id: 'user-meera' as UserId, name: 'meera' }

let current = -1
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}
const mortal = (): Partial<AutomationParts> => {
  const store = createDeploymentStore(trading.store)
  const isDying = (): boolean => death !== null && current >= death.step
  return {
    store: {
      ...store,
      async write(step) {
        if (isDying() && death?.how === 'before a write') return die()
        await store.write(step)
        if (isDying() && death?.how === 'after a write') return die()
      },
    },
  }
}

const automated = await startAutomation(trading, mortal())
const deployments = threeDaysOf(user, trading.clock.now())
if (begin === null) for (const deployment of deployments) await automated.automation.deploy(deployment)

for (const [index, step] of steps.entries()) {
  if (index < (begin ?? 0)) continue
  await say({ step: index })
  current = index
  if (index === begin) await trading.step()
  else await passToStep(trading, step)
  await automated.automation.step()
}
const { logs, held, known } = await leftOf(trading, automated, user, deployments)
await automated.automation.close()
await trading.end()
await say({ left: { logs: logs.map(toldOf), held, known } })
process.exit(0)
