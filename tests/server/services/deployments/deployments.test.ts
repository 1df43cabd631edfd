import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  deployEquity,
  deployOptions,
  forceStop,
  getDeeds,
  getDeployedStrategy,
  getOrderLog,
  listDeployments,
  listProposals,
  pauseDeployment,
  resumeDeployment,
} from '../../../../src/contract/deployments.ts'
import { getNotifications } from '../../../../src/contract/notifications/notifications.ts'
import { setKillSwitch } from '../../../../src/contract/orders/safety.ts'
import {
  deleteEquityStrategy,
  saveEquityStrategy,
  saveOptionsStrategy,
} from '../../../../src/contract/strategies.ts'
import { addDays, toIstDate } from '../../../../src/domain/time.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'
import { stores } from '../../../support/server/stores.ts'
import { equityStrategy, optionsStrategy } from '../../../support/server/strategies.ts'

const SECOND = 1_000

/** Enters at the first candle that closes. */
const atOnce = {
  ...equityStrategy,
  algo_name: 'At once',
  interval: 'min',
  product: 'MIS',
  quantity: { by: 'shares', value: 10 },
  entry_type: 'direct',
  entry_logic: '',
  exit_type: 'none',
  exit_logic: '',
  seg_syms: ['NSE_INFY'],
}

const deedsOf = (id: string, at: number) => {
  const day = toIstDate(at)
  return { deployment_uuid: id, from: day, to: day }
}

type Body = z.input<(typeof deployEquity)['body']>

describe.each(stores)('deployments on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('over HTTP', () => {
    let server: TestServer
    let meera: Session
    let slug: string
    let algoUuid: string
    beforeEach(async () => {
      server = await startServer({ open })
      await server.automation.start()
      meera = await server.enter('meera')
      const saved = await server.call(meera, saveEquityStrategy, { body: atOnce })
      ;({ slug, algo_uuid: algoUuid } = dataOf(saveEquityStrategy, saved))
    })
    afterEach(() => server.close())

    const run = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += SECOND) {
        server.clock.advance(SECOND)
        await server.trading.step()
        await server.automation.step()
      }
    }
    const deploy = async (changes: Partial<Body> = {}) => {
      const body = { deployment_uuid: randomUUID(), slug, version: 1, type: 'paper', ...changes } as Body
      const response = await server.call(meera, deployEquity, { body })
      return {
        id: body.deployment_uuid,
        response,
        issues: response.json().issues ?? [],
        message: response.json().message,
      }
    }
    const list = async (session = meera) =>
      dataOf(listDeployments, await server.call(session, listDeployments))
    const log = async (id: string) =>
      dataOf(getOrderLog, await server.call(meera, getOrderLog, { query: { deployment_uuid: id } })).map(
        ({ kind }) => kind,
      )
    const notices = async () =>
      dataOf(getNotifications, await server.call(meera, getNotifications)).map(
        ({ notification_type, deployment_type, action_type }) =>
          `${notification_type} ${deployment_type} ${action_type}`,
      )

    test('a strategy trades by itself, keeps its own copy, and is stopped with its position', async () => {
      const { id, response } = await deploy()
      expect([response.statusCode, (await deploy({ deployment_uuid: id })).response.statusCode]).toEqual([
        200, 200,
      ])
      await run(70 * SECOND)
      const [row, ...others] = await list()
      expect(others).toEqual([])
      expect(row).toMatchObject({
        deployment_uuid: id,
        type: 'paper',
        status: 'running',
        version: 1,
        latest_version: 1,
        entries_today: 1,
      })
      expect(row?.runs[0]).toMatchObject({
        seg_sym: 'NSE_INFY',
        contract: 'NSE_INFY',
        phase: 'in',
        quantity: 10,
      })
      await server.call(meera, deleteEquityStrategy, { query: { algo_uuid: algoUuid } })
      await run(60 * SECOND)
      expect((await list())[0]).toMatchObject({ status: 'running', latest_version: null })
      const stopped = await server.call(meera, forceStop, { query: { key: id, exit_positions: 'true' } })
      expect(dataOf(forceStop, stopped)).toMatchObject({
        status: 'stopping',
        exits: [{ quantity: 10, reason: null }],
      })
      await run(2 * SECOND)
      expect((await list())[0]).toMatchObject({ status: 'stopped', reason: 'by you' })
      expect(await log(id)).toEqual([
        'stopped',
        'exited',
        'signalled',
        'stopping',
        'evaluated',
        'entered',
        'signalled',
        'started',
      ])
      expect(await notices()).toEqual(['order-notification paper sell', 'order-notification paper buy'])
    })

    test('what it did on a day is known without the checks, and its rules after its strategy was deleted', async () => {
      const { id } = await deploy()
      await run(130 * SECOND)
      await server.call(meera, deleteEquityStrategy, { query: { algo_uuid: algoUuid } })
      const query = deedsOf(id, server.clock.now())
      const { lines, held, is_whole } = dataOf(getDeeds, await server.call(meera, getDeeds, { query }))
      expect(lines.map(({ kind }) => kind)).toEqual(['started', 'signalled', 'entered'])
      expect(lines.at(-1)).toMatchObject({ contract: 'NSE_INFY', quantity: 10, cause: null })
      expect(lines.at(-1)?.charges).toBeGreaterThan(0)
      expect([held, is_whole]).toEqual([[], true])
      const next = addDays(query.from, 1)
      const later = { ...query, from: next, to: next }
      const carried = dataOf(getDeeds, await server.call(meera, getDeeds, { query: later }))
      expect([carried.lines, carried.held.map(({ kind }) => kind)]).toEqual([[], ['entered']])
      const rules = await server.call(meera, getDeployedStrategy, { query: { key: id } })
      const known = dataOf(getDeployedStrategy, rules)
      expect(known).toMatchObject({ version: 1, type: 'paper', status: 'running', capital: 1_000_000 })
      expect(known.strategy).toMatchObject({ algo_name: 'At once', seg_syms: ['NSE_INFY'] })
      expect(known.history_since < query.from).toBe(true)
    })

    test.each([
      [{ from: '2026-02-30' }, 'query.from: expected a day of the calendar'],
      [{ from: '2026-11-24', to: '2026-11-20' }, 'query.to: 2026-11-20 is before 2026-11-24'],
      [{ from: '2026-01-01' }, 'query.from: at most 40 days can be asked for'],
    ])('days such as %j are refused by name', async (days, issue) => {
      const { id } = await deploy()
      const query = { ...deedsOf(id, server.clock.now()), to: '2026-11-20', ...days }
      const response = await server.call(meera, getDeeds, { query })
      expect([response.statusCode, response.json().issues]).toEqual([400, [issue]])
    })

    test('pauses and resumes, each once', async () => {
      const { id } = await deploy()
      const body = { deployment_uuid: id }
      expect((await server.call(meera, pauseDeployment, { body })).statusCode).toEqual(200)
      expect((await server.call(meera, pauseDeployment, { body })).statusCode).toEqual(409)
      await run(130 * SECOND)
      expect((await list())[0]).toMatchObject({ status: 'paused', entries_today: 0 })
      expect((await server.call(meera, resumeDeployment, { body })).statusCode).toEqual(200)
      await run(70 * SECOND)
      expect((await list())[0]).toMatchObject({ status: 'running', entries_today: 1 })
    })

    test('the kill switch stops every deployment first', async () => {
      await deploy({ type: 'auto', limits: { loss_per_day: 5_000 } })
      await deploy()
      await run(70 * SECOND)
      await server.call(meera, setKillSwitch, { body: { is_on: true, exit_positions: true } })
      await run(5 * SECOND)
      expect((await list()).map(({ status, reason }) => `${status} ${reason}`)).toEqual([
        'stopped kill switch',
        'stopped kill switch',
      ])
    })

    test('what cannot be deployed is refused in words', async () => {
      const options = dataOf(
        saveOptionsStrategy,
        await server.call(meera, saveOptionsStrategy, { body: optionsStrategy }),
      )
      const weekly = dataOf(
        saveEquityStrategy,
        await server.call(meera, saveEquityStrategy, {
          body: { ...equityStrategy, algo_name: 'Weekly', interval: 'week' },
        }),
      )
      expect(
        await Promise.all(
          [
            deploy({ type: 'auto' }),
            deploy({ slug: options.slug }),
            deploy({ slug: weekly.slug }),
            deploy({ version: 9 }),
            deploy({ seg_syms: ['NSE_NOTHING'] as never }),
            deploy({ seg_syms: ['NSE_INFY', 'NSE_INFY'] as never }),
          ].map(async (one) => (await one).message),
        ),
      ).toEqual([
        'An automatic deployment needs a limit of its loss per day',
        'It is a strategy on options',
        'It decides on candles of 1 week; candles up to a day can be deployed',
        'No version 9 of this strategy',
        'No instrument called NSE_NOTHING is listed today',
        'NSE_INFY is named twice',
      ])
      expect(await list()).toEqual([])
    })

    test('options are chosen from the listed ones, also by delta and premium, and traded together', async () => {
      const [leg] = optionsStrategy.legs
      const byMoney = { ...leg, atm: null, stop_loss: null }
      const body = {
        ...optionsStrategy,
        ...{ algo_name: 'Condor', interval: 'min', entry_type: 'direct', entry_time: null },
        ...{ exit_type: 'none', exit_time: null, entry_underlyings: [{ seg_sym: 'INDICES_NIFTY 50' }] },
        legs: [
          { ...leg, position: 'sell', type: 'pe', stop_loss: null },
          { ...byMoney, position: 'buy', type: 'pe', delta: 0.2 },
          { ...byMoney, position: 'sell', type: 'ce', premium: 80 },
        ],
      } as unknown as z.input<(typeof saveOptionsStrategy)['body']>
      const saved = dataOf(saveOptionsStrategy, await server.call(meera, saveOptionsStrategy, { body }))
      const terms = { deployment_uuid: randomUUID(), slug: saved.slug, version: 1, type: 'paper' } as const
      const started = await server.call(meera, deployOptions, { body: { ...terms, if_incomplete: 'hold' } })
      expect(started.statusCode).toBe(200)
      await run(75 * SECOND)
      const [row] = await list()
      expect(row).toMatchObject({
        category: 'options',
        position: null,
        if_incomplete: 'hold',
        entries_today: 1,
        seg_syms: ['INDICES_NIFTY 50'],
      })
      expect(row?.runs.map(({ leg: words, phase, quantity }) => [words, phase, Math.sign(quantity)])).toEqual(
        [
          ['Sell ATM PE', 'in', -1],
          ['Buy delta 0.2 PE', 'in', 1],
          ['Sell premium ₹80.00 CE', 'in', -1],
        ],
      )
      const [sold, bought, called] = row?.runs ?? []
      expect(called?.average_price).toBeGreaterThan(60)
      expect(called?.average_price).toBeLessThan(100)
      expect(bought?.average_price).toBeLessThan(sold?.average_price ?? 0)
      const wrong = await server.call(meera, deployOptions, {
        body: { ...terms, deployment_uuid: randomUUID(), slug },
      })
      expect(wrong.json().message).toBe('It is a strategy on shares, futures or indices')
      const without = await server.call(meera, deployOptions, {
        body: { ...terms, deployment_uuid: randomUUID(), seg_syms: ['INDICES_INDIA VIX'] as never },
      })
      expect(without.json().message).toBe('No options on INDIA VIX are listed today')
      const copy = await server.call(meera, getDeployedStrategy, { query: { key: terms.deployment_uuid } })
      expect(dataOf(getDeployedStrategy, copy).strategy).toMatchObject({ category: 'options' })
    })

    test('nobody else sees or reaches one', async () => {
      const { id } = await deploy()
      const ravi = await server.enter('ravi')
      const body = { deployment_uuid: id }
      const statuses = [
        await server.call(ravi, pauseDeployment, { body }),
        await server.call(ravi, resumeDeployment, { body }),
        await server.call(ravi, forceStop, { query: { key: id } }),
        await server.call(ravi, getOrderLog, { query: { deployment_uuid: id } }),
        await server.call(ravi, getDeployedStrategy, { query: { key: id } }),
        await server.call(ravi, getDeeds, { query: deedsOf(id, server.clock.now()) }),
      ].map(({ statusCode }) => statusCode)
      expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
      expect([await list(ravi), dataOf(listProposals, await server.call(ravi, listProposals))]).toEqual([
        [],
        [],
      ])
      const taken = await server.call(ravi, saveEquityStrategy, { body: atOnce })
      const stolen = await server.call(ravi, deployEquity, {
        body: {
          deployment_uuid: id,
          slug: dataOf(saveEquityStrategy, taken).slug,
          version: 1,
          type: 'paper',
        },
      })
      expect(stolen.statusCode).toEqual(409)
    })
  })
})
