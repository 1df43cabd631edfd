import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '../../../src/contract/contract.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import {
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
  urlOf,
} from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'
import { limitedStrategy, optionsStrategy } from '../../support/server/strategies.ts'

const calls = contract as readonly Endpoint[]

/** Poison as JSON text, because JSON can write what JavaScript values cannot. */
const poison = [
  'null',
  'true',
  '-1',
  '-0',
  '0.1',
  '1e999',
  '-1e999',
  '9007199254740993',
  '5e-324',
  '""',
  '" "',
  '"\\u0000"',
  '"NSE_\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"NaN"',
  '"Infinity"',
  '"0x10"',
  '"%00"',
  '"../../../etc/passwd"',
  '"\' or 1=1 --"',
  '"constructor"',
  '"__proto__"',
  `"${'9'.repeat(300)}"`,
  `"${'x'.repeat(4000)}"`,
  '[]',
  '[[]]',
  '{}',
  '{"toString":1}',
  '{"length":-1}',
]

const bodies = [
  'null',
  'true',
  '0',
  '""',
  '[]',
  '[{}]',
  '{',
  '',
  '{"a":1}',
  '{"__proto__":{"x":1}}',
  '{"constructor":1}',
  'undefined',
]

/** What a field holds while another is poisoned, as JSON text, so that the poison reaches the call itself. */
const sound: Readonly<Record<string, string>> = {
  amount: '1000',
  year: '"2026"',
  paid_in: '1000000',
  trip: '7',
  tags: '["news"]',
  mistakes: '[]',
  rating: '3',
  slug: '"eq-a"',
  padded: '"1"',
  seg_sym: '"NSE_TCS"',
  algo_uuid: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ab"',
  backtest_params: '{}',
  backtest_results: '{"NSE_TCS":{}}',
  cumulative: '{}',
  backtest_uuid: `"${'a'.repeat(24)}"`,
  import_id: `"${'a'.repeat(24)}"`,
  user_name: '"nobody"',
  password: '"not the password"',
  current_password: '"not the password"',
  next_password: '"monsoon over the ghats"',
  key: '"NSE_TCS"',
  keys: '"NSE_TCS"',
  interval: '"day"',
  logic: '"close > 0"',
  universe: '"NSE_TCS"',
  scanner_name: '"A & B"',
  scanner_uuid: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ab"',
  alert_uuid: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ab"',
  scan: '{"logic":"close > 0","universe":"NSE_TCS","interval":"day"}',
  live: '"true"',
  book: '"broker"',
  note: '"Why"',
  moment: '"close"',
  day: '"2026-11-18"',
  at: '"11:42"',
  from: '"2026-11-18"',
  to: '"2026-11-19"',
  source: '"simulated"',
  name: '"a.csv"',
  page: '"1"',
  limit: '"5"',
  search: '"a"',
  sort: '"-updated"',
  sub_category: '"trend,income"',
  trend: '"bullish"',
  sample: '"true"',
  version: '"1"',
  algo_name: '"A & B"',
  mapping:
    '{"delimiter":",","has_header":true,"date":0,"time":1,"time_format":"iso","open":2,"high":3,"low":4,"close":5,"volume":null,"open_interest":null,"symbol":null}',
  time_zone: '"UTC"',
  time_marks: '"open"',
  outside_session: '"skip"',
  on_existing: '"refuse"',
  on_breaks: '"keep"',
  on_bad_rows: '"skip"',
  file: '"holidays.csv"',
  text: '"2027-03-29,Holi"',
  built_in: '2027',
  preview: '"aaaaaaaaaaaaaaaaaaaaaa"',
  on_bad_ranges: '"mend"',
  row_order: '"any"',
  other_symbols: '"skip"',
  instruments_from: '"symbol_column"',
  only_keys: '["NSE_TCS"]',
  hedges: '["NFO-OPT_NIFTY26D0126000CE"]',
  removed: '[]',
  id: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ab"',
  tool: '"trend"',
  points: '[{"at":1,"price":100},{"at":2,"price":101}]',
  colour: '"blue"',
  width: '2',
  risk: '5000',
  is_extended: 'false',
  is_locked: 'false',
  is_hidden: 'false',
  call: '"3000"',
  put: '"3000"',
  links: '["crosshair"]',
  charts:
    '[{"sym":"NSE_TCS","interval":"day","indicators":["ema(close,9)"],"type":"candles","scale":"linear","levels":[]}]',
  options:
    '{"key":"NSE_TCS","interval":"day","mapping":{"delimiter":",","has_header":true,"date":0,"time":null,"time_format":"iso","open":1,"high":2,"low":3,"close":4,"volume":null,"open_interest":null,"symbol":null},"time_zone":"UTC","time_marks":"open","outside_session":"skip","on_existing":"refuse"}',
  client_order_id: '"one-of-meera"',
  deployment_uuid: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ab"',
  proposal_uuid: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ab"',
  type: '"paper"',
  seg_syms: '["NSE_TCS"]',
  limits: '{"loss_per_day":5000}',
  if_incomplete: '"hold"',
  before: '"9"',
  sym: '"NSE_TCS"',
  transaction_type: '"BUY"',
  order_type: '"LIMIT"',
  product: '"cash"',
  old_product: '"MIS"',
  new_product: '"cash"',
  position_type: '"day"',
  variety: '"regular"',
  quantity: '1',
  price: '3000.5',
  trigger_price: '3001',
  validity: '"DAY"',
  validity_ttl: '5',
  disclosed_quantity: '0',
  market_protection: '-1',
  autoslice: 'false',
  reduce_only: 'false',
  instruments_version: '"abcdefghijkl"',
  tag: '"a1"',
  order_id: '"260000000000001"',
  parent_order_id: '""',
  bracket_id: '"abc"',
  url: '"https://example.com/alerts"',
  template: 'null',
  renews_secret: 'false',
  gtt_uuid: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ab"',
  replaces: '"0b0e6c6e-5a52-4c1e-9a2f-0123456789ac"',
  when: '"below"',
  stop: '{"kind":"percent","value":1}',
  target: '{"kind":"points","value":5}',
  is_on: 'false',
  exit_positions: 'false',
  daily_loss: '20000',
  open_positions: '20',
  open_orders: '50',
  order_value: '1000000',
  lots_per_order: '10',
  price_band: '3',
  option_price_band: '20',
  user_margin: '"true"',
  horizon_days: '2',
  iv_shift: '1',
  symbols: '"NSE_TCS,NSE_INFY"',
  mode: '"add"',
  after: '"abc-1"',
  notification_uuids: '["abc"]',
  purpose: '"stream"',
  token: '"abc"',
}

/** Where a call's fields differ from those of the same name elsewhere. */
const soundIn: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  saveEquityStrategy: { ...limitedStrategy, category: 'equity', version: 1 },
  saveOptionsStrategy: { ...optionsStrategy, category: 'options', version: 1 },
  deployEquity: { version: 1, quantity: { by: 'lots', value: 1 } },
  saveScanner: { slug: 'sc-a', version: 1, sub_category: 'trend' },
  getScanner: { slug: 'sc-a' },
  beginDrill: { kind: 'crash', share: null },
  copyScanner: { slug: 'sc-a' },
  listScannerVersions: { slug: 'sc-a' },
  forceStop: { key: '0b0e6c6e-5a52-4c1e-9a2f-0123456789ab', exit_positions: 'true' },
}

/** Fields that hold rows, as JSON text of one row's fields. */
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  orders: ['sym', 'transaction_type', 'order_type', 'product', 'quantity', 'price'],
  legs: ['sym', 'transaction_type', 'quantity', 'price'],
  triggers: ['when', 'trigger_price', 'price'],
  notes: ['trip', 'tags', 'mistakes', 'rating', 'text'],
  saved: ['id', 'tool', 'points', 'colour', 'width', 'text', 'risk', 'is_extended', 'is_locked', 'is_hidden'],
}

const soundValue = (field: string, call: string): string => {
  const own = soundIn[call]?.[field]
  if (own !== undefined) return JSON.stringify(own)
  const fields = rowsOf[field]
  return fields === undefined
    ? (sound[field] ?? 'null')
    : `[{${fields.map((inner) => `"${inner}":${sound[inner]}`).join(',')}}]`
}

/** The same field holding each poison, and each field of a row holding it. */
const poisoned = (field: string): string[] => [
  ...poison,
  ...(rowsOf[field] ?? []).flatMap((inner) =>
    poison.map((value) => {
      const row = (rowsOf[field] ?? []).map((other) => `"${other}":${other === inner ? value : sound[other]}`)
      return `[{${row.join(',')}}]`
    }),
  ),
]

const fieldsOf = (schema: z.ZodMiniType): string[] => {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  return def.type === 'object' ? Object.keys(def.shape) : []
}

const served = (app: TestServer['app']) =>
  calls.filter((call) => app.hasRoute({ method: call.method, url: urlOf(call) }) && call.name !== 'logout')

describe.each(stores)('nonsense on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('in every field', () => {
    let server: TestServer
    let session: Session
    beforeAll(async () => {
      server = await startServer({ open })
      session = await server.enter('meera')
    })
    afterAll(() => server.close())

    const send = (call: Endpoint, text: string | null, query = '') =>
      server.app.inject({
        method: call.method,
        url: `${urlOf(call)}${query}`,
        remoteAddress: `10.${Math.floor(sent / 65_536)}.${Math.floor(sent / 256) % 256}.${sent++ % 256}`,
        headers: {
          ...sessionHeaders(session),
          ...(text === null
            ? {}
            : {
                'content-type': call.bodyType === 'bytes' ? 'application/octet-stream' : 'application/json',
              }),
        },
        ...(text === null ? {} : { payload: text }),
      })
    let sent = 0

    const check = async (call: Endpoint, text: string | null, query = '') => {
      const answer = await send(call, text, query)
      const isHandled = answer.statusCode < 500 && answer.statusCode !== 401
      const isEnvelope =
        call.replyType !== 'json' && answer.statusCode === 200 ? true : 'status' in answer.json()
      // These two prove who asks by what they are sent.
      if ((call.name === 'login' || call.access === 'ticket') && answer.statusCode === 401) return
      if (!isHandled || !isEnvelope)
        throw new Error(
          `${call.name} ${query} ${text?.slice(0, 200)}: ${answer.statusCode} ${answer.body.slice(0, 300)}`,
        )
    }

    test('has a sound value beside it for every field of the contract', () => {
      const missing = calls.flatMap((call) =>
        [...fieldsOf(call.body), ...fieldsOf(call.query)].filter(
          (field) => !(field in sound) && !(field in rowsOf) && !(field in (soundIn[call.name] ?? {})),
        ),
      )
      expect(missing).toEqual([])
    })

    test('of every body is answered in an envelope and never with 500', async () => {
      let tried = 0
      for (const call of served(server.app)) {
        const fields = fieldsOf(call.body)
        for (const field of fields) {
          for (const value of poisoned(field)) {
            const others = fields
              .filter((other) => other !== field)
              .map((other) => `"${other}":${soundValue(other, call.name)}`)
            await check(call, `{${[`"${field}":${value}`, ...others].join(',')}}`)
            tried += 1
          }
        }
        for (const body of bodies) await check(call, body)
      }
      expect(tried).toBeGreaterThan(300)
      expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
    })

    test('of every query is answered in an envelope and never with 500', async () => {
      let tried = 0
      for (const call of served(server.app)) {
        const fields = fieldsOf(call.query)
        for (const field of fields) {
          const others = fields
            .filter((other) => other !== field)
            .map((other) => `${other}=${encodeURIComponent(JSON.parse(sound[other] ?? '""'))}`)
          for (const value of poison) {
            const text = value.startsWith('"') ? (JSON.parse(value) as string) : value
            const written = text === '\ud800' ? '%ed%a0%80' : encodeURIComponent(text)
            for (const shape of [
              `${field}=`,
              `${field}=a&${field}=`,
              `${field}[]=`,
              `${field.toUpperCase()}=`,
            ])
              await check(call, null, `?${[...others, `${shape}${written}`].join('&')}`)
            tried += 4
          }
        }
        for (const query of [
          '?%',
          '?a=%ff',
          '?=&=',
          '?__proto__=1',
          '?constructor[prototype]=1',
          `?a=${'x'.repeat(5000)}`,
        ])
          await check(call, null, query)
      }
      expect(tried).toBeGreaterThan(300)
      expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
    })

    test.each([
      'user_uuid',
      'status',
      'is_live',
      'created_at',
      'updated_at',
      'owner_id',
      '_id',
      'mode',
      'access',
    ])('such as %s, which no call declares, is refused by name', async (field) => {
      for (const call of served(server.app).filter((known) => known.bodyType === 'json')) {
        const answer = await send(call, `{"${field}":"x"}`, '')
        const proof = call.access === 'ticket' ? `token=${session.token}&` : ''
        const inQuery = await send(call, null, `?${proof}${field}=x`)
        if (call.method !== 'GET') expect([call.name, answer.statusCode]).toEqual([call.name, 400])
        expect([
          call.name,
          inQuery.statusCode,
          JSON.stringify(inQuery.json().issues).includes(field),
        ]).toEqual([call.name, 400, true])
      }
    })
  })
})
