import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { getBacktest, saveBacktest, saveCumulativeBacktest } from '../../../../src/contract/backtests.ts'
import { contract } from '../../../../src/contract/contract.ts'
import { deployEquity, listProposals } from '../../../../src/contract/deployments.ts'
import type { Endpoint } from '../../../../src/contract/endpoint.ts'
import { createImport } from '../../../../src/contract/instruments/imports.ts'
import { createBracket } from '../../../../src/contract/orders/brackets.ts'
import { placeGtt } from '../../../../src/contract/orders/gtt.ts'
import { placeOrder } from '../../../../src/contract/orders/orders.ts'
import { setAlert } from '../../../../src/contract/scanners/alerts.ts'
import { saveScanner } from '../../../../src/contract/scanners/scanner.ts'
import { saveEquityStrategy } from '../../../../src/contract/strategies.ts'
import { dataOf, type Session, startServer, type TestServer, urlOf } from '../../../support/server/server.ts'
import { equityStrategy, optionsStrategy } from '../../../support/server/strategies.ts'

const calls = contract as readonly Endpoint[]

/** Fields of queries that name an object with an owner, and one that exists nowhere. */
const unknown: Readonly<Record<string, string>> = {
  slug: 'run-of-nobody',
  backtest_uuid: 'f'.repeat(24),
  import_id: 'f'.repeat(24),
  order_id: '999999999999999',
  bracket_id: 'bracket-of-nobody',
  client_order_id: 'key-of-nobody-1',
  'slug of a strategy': 'eq-of-nobody-00',
  'algo_uuid of a strategy': '00000000-0000-4000-8000-000000000000',
  'slug of a scanner': 'sc-of-nobody-00',
  scanner_uuid: '00000000-0000-4000-8000-000000000000',
  alert_uuid: '00000000-0000-4000-8000-000000000000',
  gtt_uuid: '00000000-0000-4000-8000-000000000000',
  deployment_uuid: '00000000-0000-4000-8000-000000000000',
  proposal_uuid: '00000000-0000-4000-8000-000000000000',
}

/** The key of `unknown` and `owned` that a field of a call names, or null. */
const namedBy = ({ path }: Endpoint, field: string): string | null => {
  if (path.startsWith('/deployments') && field === 'key') return 'deployment_uuid'
  if (path.startsWith('/scanner') && field === 'slug') return 'slug of a scanner'
  const isOfStrategy = path.startsWith('/strategy') || path.startsWith('/deployments')
  const name = isOfStrategy ? `${field} of a strategy` : field
  return name in unknown ? name : field in unknown ? field : null
}

/** Fields that look like identifiers and name nothing that belongs to a user. */
const ownerless = new Set([
  'algo_uuid',
  'key',
  'keys',
  'only_keys',
  // A label that the console sends along; nothing is looked up by it.
  'parent_order_id',
])

/** Calls whose client order id makes something new, of the caller's own, rather than naming what there is. */
const makers = new Set(['placeOrder', 'placeOrderDirect', 'exitAllPositions', 'createBracket'])

/** Fields under which a call saves something new of the caller's own. */
const made: Readonly<Record<string, string>> = {
  saveBacktest: 'slug',
  saveCumulativeBacktest: 'slug',
  saveEquityStrategy: 'algo_uuid',
  saveOptionsStrategy: 'algo_uuid',
  copyStrategy: 'algo_uuid',
  saveScanner: 'scanner_uuid',
  copyScanner: 'scanner_uuid',
  setAlert: 'alert_uuid',
  placeGtt: 'gtt_uuid',
  deployEquity: 'deployment_uuid',
  deployOptions: 'deployment_uuid',
}

const fieldsOf = (schema: z.ZodMiniType): string[] => {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  return def.type === 'object' ? Object.keys(def.shape) : []
}

const looksLikeIdentifier = (field: string): boolean => /(^|_)(id|uuid|slug|key|keys)$/.test(field)

const targets = calls
  .filter(({ name }) => !makers.has(name))
  .flatMap((endpoint) =>
    [...fieldsOf(endpoint.query), ...fieldsOf(endpoint.body)]
      .filter((field) => namedBy(endpoint, field) !== null && made[endpoint.name] !== field)
      .map((field) => [endpoint.name, field] as const),
  )

const scanner = { scanner_name: 'Oversold', logic: 'rsi(14) < 30', universe: 'NIFTY50', interval: 'day' }

const bodies: Readonly<Record<string, object>> = {
  saveEquityStrategy: equityStrategy,
  saveOptionsStrategy: optionsStrategy,
  saveScanner: scanner,
  changeAlert: { logic: 'close > 100' },
  deployEquity: {
    deployment_uuid: '33333333-3333-4333-8333-333333333333',
    slug: '',
    version: 1,
    type: 'paper',
  },
  deployOptions: {
    deployment_uuid: '33333333-3333-4333-8333-333333333333',
    slug: '',
    version: 1,
    type: 'paper',
  },
  proposeImport: {},
  commitImport: {
    key: 'NSE_TCS',
    interval: 'min',
    mapping: {
      delimiter: ',',
      has_header: true,
      date: 0,
      time: null,
      time_format: 'iso',
      open: 1,
      high: 2,
      low: 3,
      close: 4,
      volume: null,
      open_interest: null,
      symbol: null,
    },
    time_zone: 'UTC',
    time_marks: 'open',
    outside_session: 'skip',
    on_existing: 'refuse',
  },
}

/** A notification-based deployment and what it has proposed at the first candle that closed. */
const proposed = async (server: TestServer, session: Session) => {
  const always = {
    ...equityStrategy,
    algo_name: 'Always',
    interval: 'min',
    entry_type: 'direct',
    entry_logic: '',
    seg_syms: ['NSE_INFY'],
    quantity: { by: 'shares', value: 1 },
  }
  const { slug } = dataOf(
    saveEquityStrategy,
    await server.call(session, saveEquityStrategy, { body: always }),
  )
  const deployment_uuid = '44444444-4444-4444-8444-444444444444'
  await server.call(session, deployEquity, { body: { deployment_uuid, slug, version: 1, type: 'live' } })
  server.clock.advance(61_000)
  await server.trading.step()
  await server.automation.step()
  const [proposal] = dataOf(listProposals, await server.call(session, listProposals))
  if (proposal === undefined) throw new Error('nothing was proposed')
  return { deployment_uuid, proposal_uuid: proposal.proposal_uuid }
}

describe("another user's object", () => {
  let server: TestServer
  let meera: Session
  let ravi: Session
  const owned: Record<string, string> = { slug: 'run-of-meera' }

  beforeAll(async () => {
    server = await startServer()
    meera = await server.enter('meera')
    ravi = await server.enter('ravi')
    const run = {
      slug: owned.slug,
      seg_sym: 'NSE_TCS',
      algo_uuid: '',
      backtest_params: { name: 'a' },
      backtest_results: { NSE_TCS: { final_pnl: 1 } },
    }
    owned.backtest_uuid = dataOf(saveBacktest, await server.call(meera, saveBacktest, { body: run }))
    owned.import_id = dataOf(createImport, await server.call(meera, createImport)).import_id
    owned.client_order_id = 'key-of-meera-1'
    const order = {
      client_order_id: owned.client_order_id,
      sym: 'NSE_INFY',
      transaction_type: 'BUY',
      order_type: 'MARKET',
      product: 'cash',
      quantity: 1,
    }
    const bracket = {
      client_order_id: 'next-of-meera',
      sym: 'NSE_INFY',
      product: 'cash',
      stop: { kind: 'percent', value: 1 },
    }
    const strategy = dataOf(
      saveEquityStrategy,
      await server.call(meera, saveEquityStrategy, { body: equityStrategy }),
    )
    owned['slug of a strategy'] = strategy.slug
    owned['algo_uuid of a strategy'] = strategy.algo_uuid
    const saved = dataOf(saveScanner, await server.call(meera, saveScanner, { body: scanner }))
    owned['slug of a scanner'] = saved.slug
    owned.scanner_uuid = saved.scanner_uuid
    owned.alert_uuid = dataOf(
      setAlert,
      await server.call(meera, setAlert, { body: { scanner_uuid: saved.scanner_uuid } }),
    ).alert_uuid
    owned.gtt_uuid = dataOf(
      placeGtt,
      await server.call(meera, placeGtt, {
        body: {
          gtt_uuid: '44444444-4444-4444-8444-444444444444',
          sym: 'NSE_INFY',
          transaction_type: 'BUY',
          product: 'cash',
          quantity: 1,
          triggers: [{ when: 'below', trigger_price: 100, price: 100 }],
        },
      }),
    ).gtt_uuid
    owned.bracket_id = dataOf(
      createBracket,
      await server.call(meera, createBracket, { body: bracket }),
    ).bracket_id
    Object.assign(owned, await proposed(server, meera))
    owned.order_id = dataOf(placeOrder, await server.call(meera, placeOrder, { body: order })).order_id
  })
  afterAll(() => server.close())

  const findCall = (name: string): Endpoint => {
    const endpoint = calls.find((known) => known.name === name)
    if (endpoint === undefined) throw new Error(name)
    return endpoint
  }

  const others: Readonly<Record<string, string>> = {
    seg_sym: 'NSE_TCS',
    name: 'a.csv',
    from: '2026-07-23',
    to: '2026-07-23',
  }

  const ask = (
    session: Session,
    endpoint: Endpoint,
    field: string,
    value: string,
  ): Promise<LightMyRequestResponse> =>
    server.call(session, endpoint, {
      query: {
        ...Object.fromEntries(
          fieldsOf(endpoint.query).flatMap((name) => (name in others ? [[name, others[name] ?? '']] : [])),
        ),
        ...(fieldsOf(endpoint.query).includes(field) ? { [field]: value } : {}),
      },
      ...(fieldsOf(endpoint.body).includes(field) ? { body: { [field]: value } } : {}),
      ...(endpoint.bodyType === 'bytes'
        ? { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from('x') }
        : {}),
      ...(endpoint.name in bodies
        ? {
            body: {
              ...bodies[endpoint.name],
              ...(fieldsOf(endpoint.body).includes(field) ? { [field]: value } : {}),
            },
          }
        : {}),
    })

  const said = ({ statusCode, body }: LightMyRequestResponse) => ({ statusCode, body })

  test('is named by every identifier the contract has', () => {
    const unclassified = calls.flatMap((endpoint) =>
      [...fieldsOf(endpoint.query), ...fieldsOf(endpoint.body)].filter(
        (field) => looksLikeIdentifier(field) && namedBy(endpoint, field) === null && !ownerless.has(field),
      ),
    )
    expect(unclassified).toEqual([])
    expect(new Set(targets.map(([name, field]) => namedBy(findCall(name), field)))).toEqual(
      new Set(Object.keys(unknown)),
    )
  })

  test.each(targets)('is to %s by %s the same as one that is not there', async (name, field) => {
    const endpoint = findCall(name)
    const object = namedBy(endpoint, field) ?? ''
    const nothing = await ask(ravi, endpoint, field, unknown[object] ?? '')
    const hers = await ask(ravi, endpoint, field, owned[object] ?? '')
    expect(said(hers)).toEqual(said(nothing))
    expect(hers.statusCode).toEqual(404)
  })

  test.each(targets)('is not to be had of %s by writing %s oddly', async (name, field) => {
    const endpoint = findCall(name)
    const value = owned[namedBy(endpoint, field) ?? ''] ?? ''
    const odd = [value.toUpperCase(), ` ${value}`, `${value}%00`, '', 'null', '*', '%', `${value},${value}`]
    const answers = await Promise.all(odd.map((text) => ask(ravi, endpoint, field, text)))
    const doubled = await server.app.inject({
      method: endpoint.method,
      url: `${urlOf(endpoint, { [field]: value })}&${field}=${value}`,
      headers: {
        host: '127.0.0.1',
        'sec-fetch-site': 'same-origin',
        authorization: `Bearer ${ravi.token}`,
        cookie: `sid=${ravi.binding}`,
      },
    })
    expect(
      [...answers, doubled]
        .map((answer) => answer.statusCode)
        .filter((status) => status !== 400 && status !== 404),
    ).toEqual([])
  })

  test('is still the owner’s, whole, after all of that', async () => {
    const run = dataOf(
      getBacktest,
      await server.call(meera, getBacktest, { query: { slug: owned.slug ?? '' } }),
    )
    expect(run.records.map((record) => record._id)).toEqual([owned.backtest_uuid])
  })

  test('may share its name: saving under it makes a run of one’s own', async () => {
    const run = {
      slug: owned.slug,
      seg_sym: 'NSE_TCS',
      algo_uuid: '',
      backtest_params: { name: 'b' },
      backtest_results: { NSE_TCS: { final_pnl: 2 } },
    }
    const cumulative = { slug: owned.slug, cumulative: { final_pnl: 2 } }
    expect((await server.call(ravi, saveCumulativeBacktest, { body: cumulative })).statusCode).toEqual(404)
    const his = dataOf(saveBacktest, await server.call(ravi, saveBacktest, { body: run }))
    expect(his).not.toEqual(owned.backtest_uuid)
    const hers = dataOf(
      getBacktest,
      await server.call(meera, getBacktest, { query: { slug: owned.slug ?? '' } }),
    )
    expect([hers.backtest_params, hers.cumulative]).toEqual([{ name: 'a' }, null])
  })
})
