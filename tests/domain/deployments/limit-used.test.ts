import { expect, test } from 'vitest'
import { type DeploymentLimits, noLimits } from '../../../src/domain/deployments/deployment.ts'
import { nearestLimit, type UsedToday } from '../../../src/domain/deployments/limit-used.ts'

const used: UsedToday = { pnl: -3_000, entries: 2, lossesInARow: 1, held: 82_000 }

test.each<[string, Partial<DeploymentLimits>, Partial<UsedToday>, string | null, number | null]>([
  ['none', {}, {}, null, null],
  ['a loss', { lossPerDay: 6_000 }, {}, 'loss 50%', 0.5],
  ['a loss beyond its limit', { lossPerDay: 6_000 }, { pnl: -6_240 }, 'loss 104%', 1.04],
  ['a gain uses no loss', { lossPerDay: 6_000 }, { pnl: 500 }, 'loss 0%', 0],
  ['entries', { entriesPerDay: 6 }, {}, '2 of 6 entries', 1 / 3],
  ['one entry', { entriesPerDay: 1 }, { entries: 1 }, '1 of 1 entry', 1],
  ['losses in a row', { lossesInARow: 3 }, {}, '1 of 3 losses in a row', 1 / 3],
  ['capital', { capital: 100_000 }, {}, 'capital 82%', 0.82],
  [
    'the nearest of several',
    { lossPerDay: 6_000, entriesPerDay: 3, capital: 400_000 },
    {},
    '2 of 3 entries',
    2 / 3,
  ],
])('%s', (_, limits, more, words, share) => {
  const nearest = nearestLimit({ ...noLimits, ...limits }, { ...used, ...more })
  expect([nearest?.words ?? null, nearest?.share ?? null]).toEqual([words, share])
})
