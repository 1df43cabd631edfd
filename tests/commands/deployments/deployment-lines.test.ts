import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/commands/context.ts'
import type { Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf, findCommand } from '../../../src/commands/registry.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { at, deployments, strategies } from '../../support/line-environments.ts'

const [auto, paper, paused, stopped] = deployments
if (auto === undefined || paper === undefined || paused === undefined || stopped === undefined)
  throw new Error('four deployments are needed')

const here: Environment = at({ view: 'home' }, { strategies, deployments })
const onRow = (key: string): Environment =>
  at({ view: 'live-trades', 'focus.kind': 'deployment', 'focus.key': key }, { strategies, deployments })

const read = (line: string, environment: Environment = here) => readLine(line, line.length, environment)

/** The event of a line, or what keeps it from having one. */
const eventOf = (line: string, environment: Environment = here): unknown => {
  const { call, problem } = read(line, environment)
  if (call === null) return problem?.message ?? `${problem?.found}: ${problem?.expected}`
  return dispatchesOf(call, environment)[0]?.event
}

const act = (kind: string, ...of: readonly (typeof auto)[]) => ({
  type: 'deployment.act',
  kind,
  deployments: of.map(({ key, name, type }) => ({ key, name, type })),
})

const affectedBy = (line: string): readonly string[] | undefined => {
  const { call } = read(line)
  if (call === null) return undefined
  return findCommand(call.command)?.affected?.(call.args, here)
}

describe('a line that acts on a running strategy', () => {
  test.each<[string, unknown]>([
    ['stop "VWAP reclaim" auto', act('stop', auto)],
    ['stop "vwap RECLAIM" virtual and exit', act('stopAndExit', paper)],
    ['stop vwap reclaim paper', act('stop', paper)],
    ['stop opening', act('stop', paused)],
    ['stop #1a1a1a1a', act('stop', auto)],
    ['stop and exit "VWAP reclaim" auto', act('stopAndExit', auto)],
    ['stop all deployments', act('stop', auto, paper, paused)],
    ['stop all virtual and exit', act('stopAndExit', paper)],
    ['pause "VWAP reclaim" virtual', act('pause', paper)],
    ['resume "Opening range"', act('resume', paused)],
    ['log "Gap fade"', { type: 'view.open', path: `/live-trades?type=paper&key=${stopped.key}` }],
    ['deployments auto', { type: 'view.open', path: '/live-trades?type=auto' }],
    ['parity "Gap fade"', { type: 'view.open', path: `/parity?key=${stopped.key}` }],
    [
      'parity "Gap fade" 2026-01-20',
      { type: 'view.open', path: `/parity?key=${stopped.key}&day=2026-01-20` },
    ],
    ['parity', { type: 'view.open', path: '/parity' }],
    ['queue', { type: 'view.open', path: '/proposals' }],
  ])('%s', (line, event) => {
    expect(eventOf(line)).toEqual(event)
  })

  test.each<[string, string]>([
    ['stop "Vwap recaim"', '"Vwap: a running strategy, by name in quotes; nearest: VWAP reclaim'],
    ['stop "VWAP reclaim"', '"VWAP: a running strategy, by name in quotes; say which: auto, virtual'],
    ['stop "Gap fade"', '"Gap: a running strategy, by name in quotes'],
    ['pause "Opening range"', 'Opening range is paused, not running'],
    ['resume "VWAP reclaim" auto', 'VWAP reclaim is running, not paused'],
  ])('%s says: %s', (line, problem) => {
    expect(eventOf(line)).toEqual(problem)
  })

  test('means the row under the cursor where it names none', () => {
    expect(eventOf('stop', onRow(paper.key))).toEqual(act('stop', paper))
    expect(eventOf('stop and exit', onRow(auto.key))).toEqual(act('stopAndExit', auto))
    expect(read('stop', onRow(stopped.key)).call).toEqual(null)
  })

  test('says what becomes of each position', () => {
    expect(affectedBy('stop "VWAP reclaim" auto')).toEqual([
      'VWAP reclaim (Auto): leaves 10 TCS open, without stop and target',
    ])
    expect(affectedBy('stop "VWAP reclaim" auto and exit')).toEqual([
      'VWAP reclaim (Auto): exits 10 TCS at market',
    ])
    expect(affectedBy('stop all')).toEqual([
      'VWAP reclaim (Auto): leaves 10 TCS open, without stop and target',
      'VWAP reclaim (Virtual): exits 5 TCS at market',
      'Opening range (Live): no more entries, nothing is held',
    ])
  })

  test.each<[string, string]>([
    ['stop "VWAP reclaim" auto and exit', 'Stop VWAP reclaim (Auto) and exit its positions'],
    [
      'pause "VWAP reclaim" virtual',
      'Pause VWAP reclaim (Virtual): no entries; stops, targets and exits go on',
    ],
    ['stop all', 'Stop all 3 running strategies'],
    ['stop all auto', 'Stop the running strategy of Auto'],
  ])('%s reads: %s', (line, title) => {
    expect(read(line).title).toEqual(title)
  })

  test('completes the names of those that run, with their type where two have one name', () => {
    const kind = findCommand('deployment.stop')?.args.deployment?.kind
    expect(kind?.complete('', here).map(({ text }) => text)).toEqual([
      '"VWAP reclaim" auto',
      '"VWAP reclaim" virtual',
      '"Opening range"',
    ])
  })

  test('is not allowed while nothing runs', () => {
    const none = at({ view: 'home' }, { strategies, deployments: [stopped] })
    expect(eventOf('stop all', none)).toEqual('No strategy is running')
  })
})

describe('a line that deploys a strategy', () => {
  const open = (changes: object) => ({
    type: 'deploy.open',
    strategy: 'eq-vwap-reclaim-1',
    version: null,
    preset: { limits: {} },
    ...changes,
  })

  test.each<[string, unknown]>([
    ['deploy "VWAP reclaim"', open({})],
    ['deploy vwap v3', open({ version: 3 })],
    [
      'deploy "VWAP reclaim" auto on TCS 2l loss 6000 entries 6 losses 2 capital 1L',
      open({
        preset: {
          type: 'auto',
          segSyms: ['NSE_TCS'],
          quantity: { by: 'lots', value: 2 },
          limits: { lossPerDay: 6_000, entriesPerDay: 6, lossesInARow: 2, capital: 100_000 },
        },
      }),
    ],
    [
      'deploy "Nowhere here" virtual',
      open({ strategy: 'Nowhere here', preset: { type: 'paper', limits: {} } }),
    ],
    ['deploy "Short straddle"', open({ strategy: 'opt-short-straddle-2' })],
  ])('%s', (line, event) => {
    expect(eventOf(line)).toEqual(event)
  })

  test('means the strategy of the deployment under the cursor', () => {
    expect(eventOf('deploy', onRow(paper.key))).toEqual(open({}))
  })

  test('refuses a version that was never saved', () => {
    expect(eventOf('deploy vwap v9')).toEqual('v9: a version up to v7')
  })

  test('says what it opens', () => {
    expect(read('deploy "VWAP reclaim" auto on TCS 2l loss 6000 entries 1').title).toEqual(
      'Deploy VWAP reclaim v7 · Automatic · TCS · 2 lots · at most ₹6,000 lost a day · at most 1 entry a day …',
    )
  })
})

describe('the keys of when-clauses', () => {
  const plain = { focus: { kind: '', key: '' }, selection: [], isDialogOpen: false, isTyping: false }

  test('say nothing of deployments before they are loaded', () => {
    const context = contextOf({}, { ...plain, focus: { kind: 'deployment', key: auto.key } })
    expect([
      context['deployment.status'],
      context['deploy.open'],
      context['deploy.confirming'],
      context['proposals.waiting'],
    ]).toEqual(['', false, false, 0])
  })
})

describe('a line that changes the quantity of a proposal', () => {
  const waiting = (orders: number): Environment =>
    at(
      { view: 'proposals', 'focus.kind': 'proposal', 'focus.key': 'one' },
      {
        proposals: [
          {
            ...{ key: 'one', of: { deploymentUuid: 'two' }, name: 'Call spread' },
            ...{ side: 'sell', quantity: 65, orders },
            intent: 'entry',
            contract: instrumentId('INDICES', 'NIFTY 50'),
          },
        ],
      },
    )

  test('takes no more than was proposed, and none of several legs', () => {
    const line = 'quantity of the proposal'
    expect(eventOf(`${line} 30`, waiting(1))).toEqual({
      type: 'proposal.edit',
      proposal: 'one',
      quantity: 30,
    })
    expect(eventOf(`${line} 130`, waiting(1))).toEqual('130: at most 65, as proposed')
    expect(eventOf(`${line} 30`, waiting(2))).toEqual('Legs are sent as they were proposed')
  })
})
