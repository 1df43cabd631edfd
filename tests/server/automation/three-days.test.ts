import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { AutomationParts } from '../../../server/automation/parts.ts'
import { createDeploymentStore } from '../../../server/store/deployments.ts'
import { type Automated, startAutomation } from '../../support/automation.ts'
import { startTrading } from '../../support/orders/trading.ts'
import {
  BEGINNING,
  drawPrices,
  leftOf,
  passToStep,
  randomFrom,
  steps,
  threeDaysOf,
  toldOf,
} from '../../support/server/three-days.ts'

type End = 'gracefully' | 'before a write' | 'after a write'

/** One run of the three days; `ends` says at which steps the server ends, and how. */
const tradeThreeDays = async (seed: number, ends: ReadonlyMap<number, End>) => {
  let trading = await startTrading({ now: BEGINNING })
  drawPrices(trading, seed)
  const user = await trading.enter('meera')
  let killed: End | null = null
  const mortal = (): Partial<AutomationParts> => {
    const store = createDeploymentStore(trading.store)
    let isDead = false
    return {
      store: {
        ...store,
        async write(step) {
          isDead ||= killed !== null
          if (isDead && killed !== 'after a write') return new Promise<never>(() => {})
          await store.write(step)
          if (isDead) return new Promise<never>(() => {})
        },
      },
    }
  }
  let automated: Automated = await startAutomation(trading, mortal())
  const deployments = threeDaysOf(user, trading.clock.now())
  for (const deployment of deployments) await automated.automation.deploy(deployment)
  const end = async (how: End): Promise<void> => {
    if (how === 'gracefully') await automated.automation.close()
    else {
      killed = how
      void automated.automation.step()
      await wait(60)
    }
    trading = await trading.restart()
    killed = null
    automated = await startAutomation(trading, mortal())
  }
  for (const [index, step] of steps.entries()) {
    await passToStep(trading, step)
    const how = ends.get(index)
    if (how !== undefined) await end(how)
    await automated.automation.step()
  }
  const left = await leftOf(trading, automated, user, deployments)
  await automated.automation.close()
  await trading.end()
  return left
}

test('three days with a holiday, an expiry, restarts and kills are as those of a server that never ended', async () => {
  const seed = 1
  const whole = await tradeThreeDays(seed, new Map())
  const random = randomFrom(seed * 77)
  const hows: readonly End[] = ['gracefully', 'before a write', 'after a write']
  const ends = new Map(
    Array.from({ length: 24 }, (_, index) => [
      Math.floor(random() * steps.length),
      hows[index % hows.length] ?? 'gracefully',
    ]),
  )
  const ended = await tradeThreeDays(seed, ends)
  // A restart may delay a fill by a look.
  for (const [index, lines] of whole.logs.entries())
    expect(toldOf(ended.logs[index] ?? [])).toEqual(toldOf(lines))
  const kinds = new Set(whole.logs.flat().map(({ kind }) => kind))
  for (const kind of ['entered', 'exited', 'evaluated', 'gap'] as const) expect(kinds).toContain(kind)
  expect([ended.held, ended.known]).toEqual([whole.held, whole.known])
})
