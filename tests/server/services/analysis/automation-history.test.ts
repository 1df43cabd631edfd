import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAutomationHistory } from '../../../../server/services/analysis/automation-history.ts'
import { createEndedProposals } from '../../../../server/services/analysis/ended-proposals.ts'
import { createAlertStore } from '../../../../server/store/alerts.ts'
import { createAutomationHistoryStore } from '../../../../server/store/automation-history.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { createDeploymentStore } from '../../../../server/store/deployments.ts'
import { insertUser } from '../../../../server/store/session/users.ts'
import type { User, UserId } from '../../../../server/user.ts'
import { candlesFrom } from '../../../../src/domain/charts/candle.ts'
import { type DeploymentType, POSITION_CLOSED } from '../../../../src/domain/deployments/deployment.ts'
import { type InstrumentId, instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import { epochMs, type IstDate, istMidnight, startOfIstDate } from '../../../../src/domain/time.ts'
import type { Proposal } from '../../../../src/machines/deployments/proposals.ts'
import { deploymentBy } from '../../../support/automation.ts'
import { atClock, logLine } from '../../../support/deployments.ts'
import { proposal } from '../../../support/proposals.ts'
import { stores } from '../../../support/server/stores.ts'

const DAY = '2026-11-23'
const NEXT = '2026-11-24'
const INFY = instrumentId('NSE', 'INFY')
const TCS = instrumentId('NSE', 'TCS')

describe.each(stores)('what deployments and alerts did, on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('stored', () => {
    let store: Store
    const meera = { id: randomUUID() as UserId } as User
    const ravi = { id: randomUUID() as UserId } as User
    const ids: Record<string, string> = {}
    const alert = randomUUID()
    const clock = { now: () => epochMs(atClock('15:00')) }

    const deploy = async (owner: User, type: DeploymentType, startedAt = atClock('09:15')) => {
      const given = deploymentBy(owner, startedAt, { type })
      const about = {
        status: 'running',
        reason: '',
        stoppedAt: null,
        state: '{}',
        runs: [],
        lastSeq: 0,
      } as const
      await createDeploymentStore(store).insert({ ...given, ...about })
      return given.id
    }

    const raise = (clockText: string, symbols: readonly InstrumentId[], proposals: readonly Proposal[]) =>
      createAlertStore(store).raise([
        {
          alert: { id: alert, owner: meera.id },
          hits: symbols.map((segSym) => ({ segSym, bar: atClock(clockText), price: 10, values: [] })),
          raisedAt: atClock(clockText),
          judgedAt: atClock(clockText),
          isOver: false,
          proposals: proposals.map((one) => ({
            ...{ owner: meera.id, alertId: alert, lateAt: one.status === 'sent' ? 1 : null },
            proposal: { ...one, deploymentUuid: null, alertUuid: alert, bar: atClock(clockText) },
          })),
          noticesOf: () => [],
        },
      ])

    const endedAt = (digit: number, clockText: string, changes: Partial<Proposal>): Proposal =>
      proposal(digit, {
        ...{
          madeAt: atClock(clockText) - 60_000,
          endedAt: atClock(clockText),
          deploymentUuid: ids.live ?? '',
        },
        ...{ contract: INFY, segSym: INFY, price: 990 },
        ...changes,
      })

    beforeAll(async () => {
      store = await open()
      for (const [name, { id }] of Object.entries({ meera, ravi }))
        await insertUser(store.db, { id, name, password_hash: '-', must_change_password: 0, created_at: 0 })
      ids.live = await deploy(meera, 'live')
      ids.paper = await deploy(meera, 'paper')
      ids.later = await deploy(meera, 'auto', atClock('09:15') + 3 * 86_400_000)
      ids.other = await deploy(ravi, 'live')
      await createDeploymentStore(store).write({
        id: ids.live,
        owner: meera.id,
        lines: [
          logLine(1, '10:00', { kind: 'entered' }),
          logLine(2, '10:30', { kind: 'exited', pnl: 120.55, charges: 21.45 }),
          logLine(3, '11:00', { kind: 'dropped', cause: 'late' }),
          logLine(4, '11:05', { kind: 'skipped', cause: 'limit' }),
          logLine(5, '11:10', { kind: 'refused', cause: 'refused' }),
          logLine(6, '11:15', { kind: 'evaluated' }),
          { ...logLine(7, '10:00', { kind: 'entered' }), at: startOfIstDate(NEXT as IstDate) },
        ],
        proposals: [
          endedAt(1, '12:00', { status: 'ended', outcome: 'Its time ran out' }),
          endedAt(2, '12:01', { status: 'dropped', outcome: 'Dropped by you' }),
          endedAt(3, '12:02', { status: 'sent', outcome: 'Sent by you' }),
          endedAt(4, '12:03', { status: 'ended', outcome: POSITION_CLOSED, intent: 'exit' }),
          { ...endedAt(5, '12:04', { status: 'waiting' }), endedAt: null },
        ].map((one) => ({ ...one, deploymentUuid: ids.live ?? '' })),
      })
      await createAlertStore(store).insert({
        ...{ id: alert, owner: meera.id, scannerUuid: null, slug: null, name: 'Oversold', status: 'running' },
        ...{ reason: '', startedAt: atClock('09:15'), stoppedAt: null, judgedAt: 0 },
        terms: { logic: 'close > 1', universe: 'NIFTY50', interval: '5min' },
      })
      const asked = endedAt(6, '13:10', {
        status: 'ended',
        outcome: 'Its time ran out',
        contract: TCS,
        segSym: TCS,
      })
      await raise('13:00', [INFY, TCS], [asked])
      // Sent by itself, so nobody was asked.
      await raise('13:30', [INFY], [endedAt(7, '13:40', { status: 'sent', outcome: 'Sent by the alert' })])
    })
    afterAll(() => store.close())

    const historyOf = (user: User, book: 'broker' | 'virtual', from = DAY, to = DAY, linesMax = 100) =>
      createAutomationHistory({ store: createAutomationHistoryStore(store), clock, linesMax })(user, {
        book,
        from,
        to,
      })

    test('a deployment counts what its log has of the days, in its own book', async () => {
      const { deployments, isWhole } = await historyOf(meera, 'broker')
      expect(isWhole).toBe(true)
      expect(deployments).toMatchObject([
        {
          ...{
            deploymentUuid: ids.live,
            algoName: 'Breakout',
            type: 'live',
            status: 'running',
            isWhole: true,
          },
          ...{ entries: 1, exits: 1, pnl: 120.55, charges: 21.45, late: 1 },
          ...{ refusedByLimit: 1, refusedByBroker: 1 },
        },
      ])
      const next = await historyOf(meera, 'broker', NEXT, NEXT)
      expect(next.deployments).toMatchObject([{ entries: 1, exits: 0, pnl: 0 }])
      const virtual = await historyOf(meera, 'virtual')
      expect(virtual.deployments.map(({ deploymentUuid }) => deploymentUuid)).toEqual([ids.paper])
      expect(virtual.alerts).toEqual([])
    })

    test('says of which deployments only the newest lines were read', async () => {
      const { deployments } = await historyOf(meera, 'broker', DAY, DAY, 2)
      expect(deployments).toMatchObject([
        { isWhole: false, entries: 0, refusedByLimit: 1, refusedByBroker: 1 },
      ])
    })

    test('an alert counts how often it raised, its symbols and its proposals', async () => {
      const { alerts } = await historyOf(meera, 'broker')
      expect(alerts).toMatchObject([
        { alertUuid: alert, alertName: 'Oversold', raised: 3, symbols: 2, proposed: 2, sent: 1 },
      ])
      expect((await historyOf(meera, 'broker', NEXT, NEXT)).alerts).toMatchObject([
        { raised: 0, proposed: 0 },
      ])
    })

    const endedFor = (user: User, now: string) =>
      createEndedProposals({
        store: createAutomationHistoryStore(store),
        clock: { now: () => epochMs(Date.parse(now)) },
        readDays: async (key) =>
          key === INFY
            ? candlesFrom((name) =>
                Float64Array.of(
                  name === 'time' ? istMidnight(atClock('10:00')) : name === 'close' ? 1_002 : 1,
                ),
              )
            : null,
        lastPrice: async (key) => (key === TCS ? fromRupees(2_990) : null),
      })(user, { from: DAY, to: DAY })

    test('proposals that one could act on have the close of their day, the newest first', async () => {
      const { proposals, isWhole } = await endedFor(meera, '2026-11-25T10:00:00+05:30')
      expect(isWhole).toBe(true)
      expect(proposals.map(({ algoName: _, ...one }) => one)).toMatchObject([
        { alertUuid: alert, deploymentUuid: null, status: 'ended', legs: [{ contract: TCS, close: null }] },
        { status: 'sent', outcome: 'Sent by you', legs: [{ contract: INFY }] },
        { status: 'dropped', legs: [{ contract: INFY, price: 990, close: 1_002 }] },
        { status: 'ended', outcome: 'Its time ran out', deploymentUuid: ids.live },
      ])
    })

    test('those of today have the last price', async () => {
      const { proposals } = await endedFor(meera, '2026-11-23T15:00:00+05:30')
      expect(proposals.map(({ legs }) => legs[0]?.close ?? null)).toEqual([2_990, null, null, null])
    })

    test('another user sees nothing of it', async () => {
      const { deployments, alerts } = await historyOf(ravi, 'broker')
      expect([deployments.map(({ deploymentUuid }) => deploymentUuid), alerts]).toEqual([[ids.other], []])
      expect(deployments).toMatchObject([{ entries: 0, exits: 0, pnl: 0 }])
      expect((await endedFor(ravi, '2026-11-25T10:00:00+05:30')).proposals).toEqual([])
    })
  })
})
