import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countedKinds,
  figuresOfLines,
} from '../../../../src/domain/analysis/automation/deployment-figures.ts'
import { logCauses } from '../../../../src/domain/deployments/deployment.ts'

const line = fc.record({
  kind: fc.constantFrom(...countedKinds),
  cause: fc.option(fc.constantFrom(...logCauses)),
  pnl: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }).map((paise) => paise / 100)),
  charges: fc.option(fc.integer({ min: 0, max: 100_000 }).map((paise) => paise / 100)),
})

test('the figures of a log are the sums of the figures of its lines, to the paisa', () => {
  let [exits, late, refused] = [0, 0, 0]
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const whole = figuresOfLines(lines)
      const each = lines.map((one) => figuresOfLines([one]))
      for (const figure of Object.keys(whole) as (keyof typeof whole)[]) {
        const sum = each.reduce((total, one) => total + Math.round(100 * one[figure]), 0)
        expect(Math.round(100 * whole[figure])).toBe(sum)
      }
      exits += whole.exits
      late += whole.late
      refused += whole.refusedByLimit + whole.refusedByBroker
    }),
  )
  expect([exits > 20, late > 5, refused > 0]).toEqual([true, true, true])
})

test.each([
  [{ kind: 'entered', cause: null }, { entries: 1 }],
  [
    { kind: 'exited', cause: 'stop', pnl: -120.25, charges: 20.1 },
    { exits: 1, pnl: -120.25, charges: 20.1 },
  ],
  [{ kind: 'dropped', cause: 'late' }, { late: 1 }],
  [{ kind: 'skipped', cause: 'late' }, { late: 1 }],
  [{ kind: 'skipped', cause: 'limit' }, { refusedByLimit: 1 }],
  [{ kind: 'refused', cause: 'refused' }, { refusedByBroker: 1 }],
  [{ kind: 'skipped', cause: 'paused' }, {}],
  [{ kind: 'dropped', cause: 'expired' }, {}],
  [{ kind: 'refused', cause: null }, {}],
] as const)('a line %j counts as %j', (given, counted) => {
  const none = { entries: 0, exits: 0, pnl: 0, charges: 0, late: 0, refusedByLimit: 0, refusedByBroker: 0 }
  expect(figuresOfLines([{ pnl: null, charges: null, ...given }])).toEqual({ ...none, ...counted })
})
