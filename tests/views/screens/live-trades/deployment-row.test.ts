import { describe, expect, test } from 'vitest'
import type { Deployment, DeploymentRun } from '../../../../src/machines/deployments/deployments.ts'
import {
  nextCheckOf,
  rowsOfDeployments,
  runShownFor,
  stateOfRow,
  usedToday,
  versionInWords,
} from '../../../../src/views/screens/live-trades/deployment-row.ts'
import { scaleOf } from '../../../../src/views/screens/live-trades/detail/position-ruler.tsx'
import { atClock, deploymentOf, runOf } from '../../../support/deployments.ts'

const held: Partial<DeploymentRun> = { phase: 'in', quantity: 65, averagePrice: 100 }
const several = deploymentOf('Opening range', {
  runs: [runOf('TCS', { note: 'target 10:35' }), runOf('INFY', held), runOf('SBIN', { nextCheckAt: null })],
})

const rowsOf = (deployments: readonly Deployment[], unfolded: readonly string[] = []) =>
  rowsOfDeployments(deployments, new Set(unfolded))

describe('rows', () => {
  test('of a deployment on several instruments are one, and one for each while it is unfolded', () => {
    const single = deploymentOf('EMA cross')
    expect(rowsOf([single, several]).map(({ kind }) => kind)).toEqual(['single', 'folded'])
    const rows = rowsOf([single, several], [several.deploymentUuid])
    expect(rows.map(({ kind }) => kind)).toEqual(['single', 'unfolded', 'symbol', 'symbol', 'symbol'])
    expect(new Set(rows.map(({ key }) => key)).size).toEqual(5)
    expect(rows.map(({ run }) => run?.segSym ?? null)).toEqual([
      'NSE_RELIANCE',
      null,
      'NSE_TCS',
      'NSE_INFY',
      'NSE_SBIN',
    ])
  })

  test('of stopped ones are last; a failed one keeps its place', () => {
    const rows = rowsOf([
      deploymentOf('One', { status: 'stopped' }),
      deploymentOf('Two', { status: 'failed' }),
      deploymentOf('Three'),
    ])
    expect(rows.map(({ deployment }) => deployment.algoName)).toEqual(['Two', 'Three', 'One'])
  })

  test('show in the panel what is held first', () => {
    const [folded] = rowsOf([several])
    expect(folded && runShownFor(folded)?.segSym).toEqual('NSE_INFY')
    expect(folded && nextCheckOf(folded)).toEqual(atClock('11:45'))
  })
})

describe('state', () => {
  test.each<[string, Partial<Deployment>, string, string]>([
    ['running and flat', {}, 'Running', 'flat'],
    ['running long', { runs: [runOf('INFY', held)] }, 'Running', 'long 65'],
    ['running short', { runs: [runOf('INFY', { ...held, quantity: -65 })] }, 'Running', 'short 65'],
    ['why it is flat', { runs: [runOf('INFY', { note: 'no breakout' })] }, 'Running', 'no breakout'],
    ['proposed', { runs: [runOf('INFY', { phase: 'proposed' })] }, 'Running', 'proposed'],
    ['several', { runs: several.runs }, 'Running', '1 of 3 held'],
    ['running with a reason', { reason: 'waits for 09:15' }, 'Running', 'waits for 09:15'],
    ['paused', { status: 'paused', reason: 'day loss' }, 'Paused', 'day loss'],
    ['stopping', { status: 'stopping', runs: several.runs }, 'Stopping', '1 exit'],
    ['stopped', { status: 'stopped', reason: 'by you' }, 'Stopped', 'by you'],
    ['failed', { status: 'failed', reason: 'unknown operand' }, 'Failed', 'unknown operand'],
  ])('%s', (_, given, word, note) => {
    const [row] = rowsOf([deploymentOf('EMA cross', given)])
    const state = row && stateOfRow(row)
    expect([state?.word, state?.note]).toEqual([word, note])
  })

  test('of one instrument says what it holds', () => {
    const states = rowsOf([several], [several.deploymentUuid]).slice(1).map(stateOfRow)
    expect(states.map(({ word, note, tone }) => [word, note, tone])).toEqual([
      ['Flat', 'target 10:35', 'off'],
      ['Long 65', '', 'good'],
      ['Flat', '', 'off'],
    ])
  })
})

test('the version is named with a newer one, or with the strategy gone', () => {
  expect(versionInWords(deploymentOf('A'))).toEqual('version 7')
  expect(versionInWords(deploymentOf('A', { latestVersion: 8 }))).toEqual('version 7, 8 is newer')
  expect(versionInWords(deploymentOf('A', { latestVersion: null }))).toEqual('version 7, strategy deleted')
})

test('capital is what is held at entry prices, long and short alike', () => {
  const runs = [runOf('INFY', held), runOf('TCS', { ...held, quantity: -10, averagePrice: 3_000 })]
  expect(usedToday(deploymentOf('A', { runs }), -5).held).toEqual(65 * 100 + 10 * 3_000)
})

describe('the ruler', () => {
  const scale = (stopPrice: number | null, targetPrice: number | null) =>
    scaleOf({ stopPrice, targetPrice, averagePrice: 100 })

  test('goes from the stop to the target, and no further', () => {
    expect([90, 95, 120, 130, 80].map((price) => scale(90, 120)?.shareOf(price))).toEqual([0, 1 / 6, 1, 1, 0])
  })

  test('of a short has its stop at the left too', () => {
    expect([110, 100, 80].map((price) => scale(110, 80)?.shareOf(price))).toEqual([0, 1 / 3, 1])
  })

  test('without a target ends as far from the entry as the stop is, and needs one of both', () => {
    expect(scale(90, null)?.shareOf(100)).toEqual(0.5)
    expect(scale(null, 120)?.shareOf(110)).toEqual(0.75)
    expect(scale(null, null)).toEqual(null)
  })
})
