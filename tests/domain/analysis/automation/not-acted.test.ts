import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EndedProposal,
  type MissedOutcome,
  notActedReport,
  untilClose,
} from '../../../../src/domain/analysis/automation/not-acted.ts'
import { plannedOutcomes } from '../../../../src/domain/analysis/automation/planned-outcomes.ts'
import type { Compared } from '../../../../src/domain/deployments/parity/report.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../../../src/domain/money.ts'
import type { IstDate } from '../../../../src/domain/time.ts'
import { atClock, logLine } from '../../../support/deployments.ts'
import { comparedDeployment, deedsOf, flatCandles, tradeOf } from '../../../support/parity.ts'

const SBIN = instrumentId('NSE', 'SBIN')

const proposalOf = (changes: Partial<EndedProposal> = {}): EndedProposal => ({
  proposalUuid: 'one',
  deploymentUuid: comparedDeployment.deploymentUuid,
  alertUuid: null,
  algoName: 'Opening range',
  segSym: SBIN,
  intent: 'entry',
  product: 'MIS',
  legs: [{ contract: SBIN, side: 'buy', quantity: 10, price: 98, close: 100 }],
  status: 'ended',
  outcome: 'Its time ran out',
  bar: atClock('10:10'),
  madeAt: atClock('10:15'),
  endedAt: atClock('10:20'),
  ...changes,
})

const any = fc.record({
  status: fc.constantFrom('sent', 'dropped', 'ended', 'waiting'),
  intent: fc.constantFrom('entry', 'exit'),
  side: fc.constantFrom('buy', 'sell'),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  price: fc.integer({ min: 100, max: 100_000 }).map((paise) => paise / 100),
  close: fc.option(
    fc.integer({ min: 100, max: 100_000 }).map((paise) => paise / 100),
    { freq: 3 },
  ),
  planned: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }), { freq: 3 }),
})

describe('proposals not acted on', () => {
  test('gains missed less losses avoided are the net, by how they ended too, whatever their sequence', () => {
    let [missed, avoided, unpriced] = [0, 0, 0]
    fc.assert(
      fc.property(fc.array(any), (all) => {
        const planned = new Map<string, MissedOutcome>()
        const proposals = all.map(
          ({ status, intent, side, quantity, price, close, planned: paise }, index) => {
            const proposalUuid = `${index}`
            if (paise !== null && intent === 'entry')
              planned.set(proposalUuid, { until: 'exit', paise: paise as Paise })
            const legs = [{ contract: SBIN, side, quantity, price, close }]
            return proposalOf({ proposalUuid, status, intent, legs })
          },
        )
        const report = notActedReport(proposals, planned)
        const { rows: backward, ...sums } = notActedReport([...proposals].reverse(), planned)
        const { rows, ...same } = report
        expect([same, backward.length]).toEqual([sums, rows.length])
        expect(report.missed - report.avoided).toBe(report.net)
        expect(report.ofRanOut + report.ofDropped).toBe(report.net)
        expect(report.acted + report.ranOut + report.dropped).toBe(
          proposals.filter(({ status }) => status !== 'waiting').length,
        )
        expect(rows.every(({ proposal, outcome }) => proposal.intent === 'entry' || outcome === null)).toBe(
          true,
        )
        expect(Math.min(report.missed, report.avoided)).toBeGreaterThanOrEqual(0)
        missed += report.missed
        avoided += report.avoided
        unpriced += report.unpriced
      }),
    )
    expect([missed > 0, avoided > 0, unpriced > 0]).toEqual([true, true, true])
  })

  test('count to the close of their day after the charges of both orders, and sold ones the other way', () => {
    const bought = untilClose(proposalOf())
    expect(bought?.until).toBe('close')
    // 10 at 98 that close at 100 make 20 rupees; the charges are brokerage, taxes and fees of 1,980 rupees.
    expect(bought?.paise).toBeGreaterThan(1_500)
    expect(bought?.paise).toBeLessThan(2_000)
    const legs = [{ contract: SBIN, side: 'sell', quantity: 10, price: 98, close: 100 }] as const
    expect(untilClose(proposalOf({ legs }))?.paise).toBeLessThan(-2_000)
    expect(untilClose(proposalOf({ intent: 'exit' }))).toBe(null)
    const unpriced = [{ contract: SBIN, side: 'buy', quantity: 10, price: 98, close: null }] as const
    expect(untilClose(proposalOf({ legs: unpriced }))).toBe(null)
  })
})

const compared = (changes: Partial<Compared> = {}): Compared => ({
  of: { ...comparedDeployment, type: 'live' },
  day: '2026-11-23' as IstDate,
  isProvisional: false,
  expected: [tradeOf('SBIN', { quantity: 10, entry: ['10:15', 98, 1], exit: ['11:00', 101, 2] })],
  done: [],
  deeds: deedsOf({
    type: 'live',
    lines: [
      logLine(1, '10:20', {
        kind: 'dropped',
        segSym: SBIN,
        bar: atClock('10:10'),
        cause: 'expired',
        sentence: 'Proposal ended without an order: Its time ran out',
      }),
    ],
  }),
  candlesOf: () => flatCandles,
  since: '2026-11-23' as IstDate,
  ...changes,
})

describe('what became of a proposal up to its planned exit', () => {
  test('is the trade of the backtest that parity counts as not acted on, after charges', () => {
    const outcomes = plannedOutcomes([proposalOf()], compared())
    expect([...outcomes]).toEqual([['one', { until: 'exit', paise: 2_700 }]])
  })

  test('is at the last price where the backtest still holds it', () => {
    const [trade] = compared().expected
    if (trade === undefined) throw new Error('no trade')
    const outcomes = plannedOutcomes([proposalOf()], compared({ expected: [{ ...trade, exit: null }] }))
    expect([...outcomes]).toEqual([['one', { until: 'open', paise: 1_900 }]])
  })

  test.each([
    ['it was sent', [proposalOf({ status: 'sent' })], compared()],
    ['it was an exit', [proposalOf({ intent: 'exit' })], compared()],
    ['another candle decided it', [proposalOf({ bar: atClock('10:20') })], compared()],
    ['parity has another reason', [proposalOf()], compared({ deeds: deedsOf({ type: 'live' }) })],
    ['its log is not known that far', [proposalOf()], compared({ since: '2026-11-24' as IstDate })],
  ] as const)('is not known where %s', (_, proposals, of) => {
    expect(plannedOutcomes(proposals, of).size).toBe(0)
  })
})
