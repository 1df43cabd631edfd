import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allMachines, chartFactories } from '../../docs/machines-page.ts'
import { backtestWalks } from '../support/walks/backtest-walks.ts'
import { deploymentWalks } from '../support/walks/deployment-walks.ts'
import { keyWalks } from '../support/walks/key-walks.ts'
import { restartsOfSiblings, type Walk, walk, wander } from '../support/walks/machine-paths.ts'
import { marketWalks } from '../support/walks/market-walks.ts'
import { orderWalks } from '../support/walks/order-walks.ts'
import { pageWalks } from '../support/walks/page-walks.ts'
import { strategyWalks } from '../support/walks/strategy-walks.ts'

const walks: readonly Walk[] = [
  ...pageWalks,
  ...keyWalks,
  ...marketWalks,
  ...orderWalks,
  ...backtestWalks,
  ...strategyWalks,
  ...deploymentWalks,
]

describe.each(walks.map((one) => [one.machine.id, one] as const))('%s', (_, one) => {
  const { machine, states, transitions, ...settings } = one

  test(`generated paths reach all ${states} states and take all ${transitions} transitions`, () => {
    const { paths, ...walked } = walk(machine, settings)
    expect(walked).toEqual({ states, transitions, unreachedStates: [], untakenTransitions: [] })
    expect(paths).toBeGreaterThan(0)
  })

  test('no region of it restarts the regions beside it', () => {
    expect(restartsOfSiblings(machine)).toEqual([])
  })

  test('no order of events breaks it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (choices) => {
        expect(wander(machine, settings, choices).status).toBe('active')
      }),
      { numRuns: 150 },
    )
  })
})

test('every machine is walked', async () => {
  const charts = (await allMachines()).filter(({ hasOwnChart }) => hasOwnChart)
  const expected = [...charts.map(({ machine }) => machine.id), ...chartFactories()]
  expect(walks.map(({ machine }) => machine.id).toSorted()).toEqual(expected.toSorted())
})
