import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backtestWalks } from '../support/backtest-walks.ts'
import { keyWalks } from '../support/key-walks.ts'
import { restartsOfSiblings, type Walk, walk, wander } from '../support/machine-paths.ts'
import { marketWalks } from '../support/market-walks.ts'
import { orderWalks } from '../support/order-walks.ts'
import { pageWalks } from '../support/page-walks.ts'

const walks: readonly Walk[] = [...pageWalks, ...keyWalks, ...marketWalks, ...orderWalks, ...backtestWalks]

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

test('every machine is walked', () => {
  const files = readdirSync(new URL('../../src/machines', import.meta.url))
    .filter((file) =>
      readFileSync(new URL(`../../src/machines/${file}`, import.meta.url), 'utf8').includes(
        '.createMachine(',
      ),
    )
    .map((file) => file.replace('.ts', ''))
  expect(files.length).toEqual(walks.length)
})
