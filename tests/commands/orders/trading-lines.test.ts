import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { type CommandCall, dispatchesOf, findCommand, titleOfCall } from '../../../src/commands/registry.ts'
import { plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { longOption, openOrder, shortShare, tradingWith } from '../../support/command-environment.ts'
import { at, CE, environment } from '../../support/line-environments.ts'

const linked = { instrument: CE, lots: 2, product: 'MIS', price: 'ask' } as const
const markets = at({ view: 'markets' }, { linked })
const chainScreen = at({ view: 'option-chain' }, { linked })
const armed = at({ view: 'markets', armed: true }, { linked })

const read = (line: string, here: Environment = environment) => readLine(line, line.length, here)
const events = (line: string, here: Environment = environment) => {
  const { call, problem } = read(line, here)
  return call === null
    ? problem
    : dispatchesOf(call, here).map(({ to, event }) => ({ machine: to, ...event }))
}
const act = (event: object) => [{ machine: 'orderActions', ...event }]
const open = (path: string) => ({ machine: 'navigation', type: 'view.open', path })

describe('a line acts on orders and positions', () => {
  test('is one key away from what was meant when the second word of a name is misspelt', () => {
    const { rows } = readLine('limit day los 20000', 19, environment)
    expect(rows[0]?.insert).toBe('limit day loss 20000')
  })

  test.each([
    ['exit infy', 'No open position in INFY. There is: 260 NIFTY 23 NOV 25950 CE · NRML, −40 TCS · MIS.', []],
    ['cancel infy', /^No open order in INFY\. There is: (Buy|Sell) /, []],
    ['exit nfity', 'No open position is called nfity. Did you mean NIFTY?', ['exit nrml:NIFTY26NOV25950CE']],
    ['exit 50x', '', []],
  ])('says what is open where %s names what is not', (line, message, offered) => {
    const { problem, rows } = readLine(line, line.length, environment)
    expect(problem?.message ?? '').toMatch(message)
    expect(rows.flatMap(({ insert }) => insert ?? [])).toEqual(offered)
  })

  test('shows no words to come where the last argument is not whole', () => {
    expect(readLine('gtt sell infy 20 below', 22, environment).ghost).toBe('')
    expect(readLine('gtt sell infy 20', 16, environment).ghost).toBe('below 1505')
  })

  test('is not taken for an option where the number belongs to the name of an index', () => {
    expect(readLine('chart nifty 50 pane', 19, environment).problem?.message ?? '').not.toContain('put')
    expect(readLine('chart nifty 50 pvt', 18, environment).problem?.message ?? '').not.toContain('put')
  })

  test('of a stop and a target says where they are and what the position makes there', () => {
    const { rows, ghost } = readLine('protect nifty sl 25% tp 15pts', 29, environment)
    const { averagePrice, quantity } = longOption
    expect([averagePrice, quantity]).toEqual([80, 260])
    expect(rows[0]?.detail).toBe('stop 60.00, −₹5,200 · target 95.00, +₹3,900')
    expect(ghost).toBe(rows[0]?.detail)
    // A trailing stop counts from the last price, 85.40.
    expect(readLine('protect nifty trail 10', 22, environment).ghost).toBe('stop 75.40, −₹1,196')
    const { call } = readLine('protect nifty trail 10', 22, environment)
    expect(findCommand('position.protect')?.describe?.(call?.args as never, environment)).toBe(
      'Protect 260 NIFTY 23 NOV 25950 CE · NRML: trailing stop 10 points',
    )
  })

  test.each<[string, object, Environment?]>([
    ['cancel #26112100007', act({ type: 'order.cancel', orderIds: ['26112100007'] })],
    ['cancel 26112100007', act({ type: 'order.cancel', orderIds: ['26112100007'] })],
    ['cancel nifty', act({ type: 'order.cancel', orderIds: ['26112100007'] })],
    ['cancel nifty 25950 ce', act({ type: 'order.cancel', orderIds: ['26112100007'] })],
    ['cancel all', act({ type: 'orders.cancelAll' })],
    [
      'cancel .',
      act({ type: 'order.cancel', orderIds: ['26112100007'] }),
      at({ 'focus.kind': 'order', 'focus.key': '26112100007' }),
    ],
    [
      'cancel',
      act({ type: 'order.cancel', orderIds: ['26112100007'] }),
      at({ 'focus.kind': 'order', 'focus.key': '26112100007' }),
    ],
    [
      'cancel selected',
      act({ type: 'order.cancel', orderIds: ['26112100007'] }),
      tradingWith({ selection: ['26112100007', '26112100003'] }),
    ],
    ['modify nifty @82.5', act({ type: 'order.modify', orderId: '26112100007', change: { price: 82.5 } })],
    ['m nifty 195q', act({ type: 'order.modify', orderId: '26112100007', change: { quantity: 195 } })],
    [
      'm nifty 3l @mkt',
      act({ type: 'order.modify', orderId: '26112100007', change: { orderType: 'MARKET', quantity: 195 } }),
    ],
    [
      'm nifty @90 trig 88',
      act({
        type: 'order.modify',
        orderId: '26112100007',
        change: { orderType: 'SL', price: 90, triggerPrice: 88 },
      }),
    ],
    [
      'm 195 @81',
      act({ type: 'order.modify', orderId: '26112100007', change: { quantity: 195, price: 81 } }),
      at({ 'focus.kind': 'order', 'focus.key': '26112100007' }),
    ],
    ['details tcs', [{ machine: 'orderDetails', type: 'details.open', orderId: '26112100003' }]],
    [
      'x tcs',
      act({ type: 'position.exit', exits: [{ product: 'MIS', instrument: 'NSE_TCS', quantity: null }] }),
    ],
    [
      'exit tcs 50%',
      act({ type: 'position.exit', exits: [{ product: 'MIS', instrument: 'NSE_TCS', quantity: 20 }] }),
    ],
    [
      'exit nifty 1l',
      act({ type: 'position.exit', exits: [{ product: 'NRML', instrument: CE, quantity: 65 }] }),
    ],
    [
      'exit nrml:NIFTY26NOV25950CE 40%',
      act({ type: 'position.exit', exits: [{ product: 'NRML', instrument: CE, quantity: 65 }] }),
    ],
    [
      'exit nifty 4l',
      act({ type: 'position.exit', exits: [{ product: 'NRML', instrument: CE, quantity: null }] }),
    ],
    [
      'exit tcs, nifty',
      act({
        type: 'position.exit',
        exits: [
          { product: 'MIS', instrument: 'NSE_TCS', quantity: null },
          { product: 'NRML', instrument: CE, quantity: null },
        ],
      }),
    ],
    ['exit all', act({ type: 'positions.exitAll' })],
    ['square off everything', act({ type: 'positions.exitAll' })],
    [
      'convert nifty mis',
      act({ type: 'position.convert', instrument: CE, from: 'NRML', to: 'MIS', quantity: 260 }),
    ],
    [
      'convert nifty mis 2l',
      act({ type: 'position.convert', instrument: CE, from: 'NRML', to: 'MIS', quantity: 130 }),
    ],
    [
      'protect nifty sl 70 tp 20%',
      act({
        type: 'position.protect',
        product: 'NRML',
        instrument: CE,
        stop: { kind: 'price', value: 70 },
        target: { kind: 'percent', value: 20 },
      }),
    ],
    [
      'protect tcs sl 2480',
      act({
        type: 'position.protect',
        product: 'MIS',
        instrument: 'NSE_TCS',
        stop: { kind: 'price', value: 2480 },
        target: null,
      }),
    ],
    [
      'protect nifty trail 5',
      act({
        type: 'position.protect',
        product: 'NRML',
        instrument: CE,
        stop: { kind: 'points', value: 5, trail: { kind: 'points', value: 5 } },
        target: null,
      }),
    ],
    [
      'protect nifty trail 5% sl 70 tp 20%',
      act({
        type: 'position.protect',
        product: 'NRML',
        instrument: CE,
        stop: { kind: 'price', value: 70, trail: { kind: 'percent', value: 5 } },
        target: { kind: 'percent', value: 20 },
      }),
    ],
    ['increase tcs', [{ machine: 'palette', type: 'palette.open', line: 'sell 1l mis TCS ' }]],
    ['reverse tcs', [{ machine: 'palette', type: 'palette.open', line: 'buy 80q mis TCS' }]],
    [
      'reverse nifty',
      [{ machine: 'palette', type: 'palette.open', line: 'sell 520q nrml NIFTY26NOV25950CE' }],
    ],
    [
      'increase nifty',
      [{ machine: 'palette', type: 'palette.open', line: 'buy 1l nrml NIFTY26NOV25950CE ' }],
    ],
    ['unprotect #b-1', act({ type: 'bracket.cancel', bracketId: 'b-1' })],
    [
      'repeat tcs',
      [
        {
          machine: 'placements',
          type: 'order.place',
          draft: {
            instrument: 'NSE_TCS',
            side: 'buy',
            orderType: 'MARKET',
            product: 'MIS',
            variety: 'regular',
            quantity: 40,
            price: null,
            triggerPrice: null,
            validity: 'DAY',
            validityTtl: null,
            disclosedQuantity: 0,
            stop: null,
            target: null,
            tag: '',
            algoUuid: '',
          },
        },
      ],
    ],
    ['kill', [{ machine: 'killSwitch', type: 'kill.ask' }]],
    ['rearm', [{ machine: 'killSwitch', type: 'kill.rearm' }]],
  ])('%s', (line, expected, here = environment) => {
    expect(events(line, here)).toEqual(expected)
  })

  const anOrder = 'an open order such as . or its symbol'
  test.each<[string, number, string, string, Environment?]>([
    ['cancel', 7, 'the end', `${anOrder}, or all`],
    ['cancel infy', 8, 'infy', anOrder],
    ['cancel #9', 8, '#9', anOrder],
    ['cancel selected', 8, 'selected', 'rows that are selected'],
    ['cancel .', 8, '.', 'an open order under the cursor'],
    ['modify nifty', 13, 'the end', 'a new quantity, price or trigger'],
    ['modify nifty 65q', 14, '65q', 'more than 65, the filled quantity'],
    ['modify nifty 100q', 14, '100q', 'whole lots of 65, such as 65 or 130'],
    ['exit nifty 5l', 12, '5l', 'at most 260, the whole position'],
    ['exit nifty 100q', 12, '100q', 'whole lots of 65, such as 65 or 130'],
    ['exit nifty 1%', 12, '1%', 'at least one lot of 65'],
    ['exit nifty r100', 12, 'r100', 'lots, units or percent of the position'],
    ['convert nifty nrml', 15, 'nrml', 'a product other than NRML'],
    ['protect nifty', 14, 'the end', 'sl, trail or tp and a price or a distance, such as sl 1%'],
    ['protect nifty sl 90', 15, '90', 'a stop below 85.40, the price of the buy'],
    ['protect nifty trail 90', 15, '90pts', 'a stop above 0 and below 85.40, the price of the buy'],
    ['protect tcs tp 2470', 13, '2470', 'a target below 2,450.00, the price of the sell'],
    ['rearm', 1, 'rearm', 'another command; Rearm trading is not available here', at({})],
  ])('%s is refused', (line, column, found, expected, here = environment) => {
    expect(read(line, here).call).toBe(null)
    expect(read(line, here).problem).toMatchObject({ column, found, expected })
  })

  test('says in words what it touches', () => {
    const affected = (line: string) => {
      const { call } = read(line)
      const command = call === null ? null : findCommand(call.command)
      return command?.affected?.(call?.args as never, environment)
    }
    const order = 'Buy 65 of 130 NIFTY 23 NOV 25950 CE at 80.00'
    expect(affected('cancel all')).toEqual([order])
    expect(affected('exit all')).toEqual(['260 NIFTY 23 NOV 25950 CE · NRML', '−40 TCS · MIS'])
    expect(affected('exit nifty 2l')).toEqual(['130 (2 lots) of 260 NIFTY 23 NOV 25950 CE · NRML'])
    expect(affected('kill')).toEqual([
      `Cancel: ${order}`,
      'Exit: 260 NIFTY 23 NOV 25950 CE · NRML',
      'Exit: −40 TCS · MIS',
    ])
    expect([read('exit all').title, read('cancel nifty').title, read('m nifty @82.5').title]).toEqual([
      'Exit all 2 open positions at market',
      `Cancel ${order}`,
      `Modify ${order}: price 82.5`,
    ])
  })

  test('an order without a change opens its fields, or its line', () => {
    const call: CommandCall = { command: 'order.modify', args: { order: openOrder.orderId } }
    expect(dispatchesOf(call, at({ view: 'order-book' }))).toEqual([
      { to: 'tables', event: { type: 'table.edit', key: openOrder.orderId } },
    ])
    expect(dispatchesOf(call, environment)).toEqual([
      { to: 'palette', event: { type: 'palette.open', line: 'modify #26112100007 130q @80' } },
    ])
  })

  test('an order of a button that cannot be meant is written out', () => {
    const call = { command: 'order.buy', args: { instrument: 'INDICES_NIFTY 50', price: { kind: 'market' } } }
    expect(dispatchesOf(call as CommandCall, environment)).toEqual([
      { to: 'palette', event: { type: 'palette.open', line: 'buy NIFTY 50 @mkt' } },
    ])
  })
})

describe('a line moves about', () => {
  const chart = (instrument: string) => ({
    machine: 'charts',
    type: 'chart.instrument',
    slot: 'first',
    instrument,
  })
  const scalper = (event: object) => ({ machine: 'scalper', ...event })
  test.each<[string, object, Environment?]>([
    ['chart tcs', [chart('NSE_TCS'), open('/trading-view?symbol=NSE_TCS')]],
    [
      'c nifty 5min',
      [
        chart('INDICES_NIFTY 50'),
        { machine: 'charts', type: 'chart.interval', slot: 'first', interval: '5min' },
        open('/trading-view?symbol=INDICES_NIFTY%2050&interval=5min'),
      ],
    ],
    [
      'chart tcs imported',
      [{ ...chart('NSE_TCS'), history: 'imported' }, open('/trading-view?symbol=NSE_TCS&candles=imported')],
    ],
    [
      'chart nifty day imported',
      [
        { ...chart('INDICES_NIFTY 50'), history: 'imported' },
        { machine: 'charts', type: 'chart.interval', slot: 'first', interval: 'day' },
        open('/trading-view?symbol=INDICES_NIFTY%2050&interval=day&candles=imported'),
      ],
    ],
    [
      'chart nifty 15min supertrend 7 3',
      [
        chart('INDICES_NIFTY 50'),
        { machine: 'charts', type: 'chart.interval', slot: 'first', interval: '15min' },
        { machine: 'charts', type: 'chart.draw', slot: 'first', indicators: ['supertrend(7,3)'] },
        open('/trading-view?symbol=INDICES_NIFTY%2050&interval=15min'),
      ],
    ],
    [
      'chart ema 9 ema(close,21), rsi tcs',
      [
        chart('NSE_TCS'),
        {
          machine: 'charts',
          type: 'chart.draw',
          slot: 'first',
          indicators: ['ema(close,9)', 'ema(close,21)', 'rsi(14)'],
        },
        open('/trading-view?symbol=NSE_TCS'),
      ],
    ],
    [
      'change indicator 2 on second ema 21',
      [{ machine: 'charts', type: 'chart.change', slot: 'second', number: 2, indicator: 'ema(close,21)' }],
      markets,
    ],
    [
      'vs tcs, "nifty bank" on second',
      [
        {
          machine: 'charts',
          type: 'chart.compare',
          slot: 'second',
          indicators: ['close of "TCS"', 'close of "NIFTY BANK"'],
        },
      ],
      markets,
    ],
    [
      'indicator rsi 14 of "tcs"',
      [{ machine: 'charts', type: 'chart.indicator', slot: 'first', indicator: 'rsi(14) of "TCS"' }],
      markets,
    ],
    [
      'chart type heikin',
      [{ machine: 'charts', type: 'chart.look', slot: 'first', look: { type: 'heikinAshi' } }],
      markets,
    ],
    [
      'chart scale log on second',
      [{ machine: 'charts', type: 'chart.look', slot: 'second', look: { scale: 'log' } }],
      markets,
    ],
    [
      'chart line vwap',
      [{ machine: 'charts', type: 'chart.indicator', slot: 'first', indicator: 'vwap' }],
      markets,
    ],
    [
      'chart line prev close',
      [{ machine: 'charts', type: 'chart.level', slot: 'first', level: 'previousClose' }],
      markets,
    ],
    [
      'interval day',
      [{ machine: 'charts', type: 'chart.interval', slot: 'first', interval: 'day' }],
      markets,
    ],
    [
      'indicator ema 9',
      [{ machine: 'charts', type: 'chart.indicator', slot: 'first', indicator: 'ema(close,9)' }],
      markets,
    ],
    [
      'ind supertrend 7 3',
      [{ machine: 'charts', type: 'chart.indicator', slot: 'first', indicator: 'supertrend(7,3)' }],
      markets,
    ],
    [
      'ind rsi(14)',
      [{ machine: 'charts', type: 'chart.indicator', slot: 'first', indicator: 'rsi(14)' }],
      markets,
    ],
    [
      'chain nifty',
      [
        scalper({ type: 'scalper.underlying', instrument: 'INDICES_NIFTY 50' }),
        scalper({ type: 'scalper.trades', what: 'option' }),
        open('/option-chain'),
      ],
    ],
    [
      'chain nifty',
      [
        scalper({ type: 'scalper.underlying', instrument: 'INDICES_NIFTY 50' }),
        scalper({ type: 'scalper.trades', what: 'option' }),
        open('/markets'),
      ],
      markets,
    ],
    [
      'chain nifty 1dec',
      [
        scalper({ type: 'scalper.underlying', instrument: 'INDICES_NIFTY 50' }),
        scalper({ type: 'scalper.trades', what: 'option' }),
        scalper({ type: 'scalper.expiry', by: 1 }),
        open('/option-chain'),
      ],
    ],
    [
      'columns greeks',
      [{ machine: 'preferences', type: 'preference.set', name: 'chainView', value: 'greeks' }],
      chainScreen,
    ],
    [
      'columns iv delta, oi chg',
      [
        {
          machine: 'preferences',
          type: 'preference.set',
          name: 'chainColumns',
          value: ['ltp', 'iv', 'delta', 'oiChange'],
        },
        { machine: 'preferences', type: 'preference.set', name: 'chainView', value: 'own' },
      ],
      chainScreen,
    ],
    ['size 3l', [scalper({ type: 'scalper.setLots', lots: 3 })], chainScreen],
    ['expiry 1 dec', [scalper({ type: 'scalper.expiry', by: 1 })], chainScreen],
    ['expiry next', [scalper({ type: 'scalper.expiry', by: 1 })], chainScreen],
    [
      'chain nifty fut',
      [
        scalper({ type: 'scalper.underlying', instrument: 'INDICES_NIFTY 50' }),
        scalper({ type: 'scalper.trades', what: 'option' }),
        open('/option-chain'),
      ],
    ],
    [
      'scalp nifty 25950 pe wk+1',
      [
        scalper({ type: 'scalper.underlying', instrument: 'INDICES_NIFTY 50' }),
        scalper({ type: 'scalper.trades', what: 'option' }),
        scalper({ type: 'scalper.expiry', by: 1 }),
        scalper({ type: 'scalper.pick', strike: 25_950, side: 'PE' }),
        open('/markets'),
      ],
    ],
    [
      'scalp tcs',
      [
        scalper({ type: 'scalper.underlying', instrument: 'NSE_TCS' }),
        scalper({ type: 'scalper.trades', what: 'underlying' }),
        open('/markets'),
      ],
    ],
    ['strike +2', [scalper({ type: 'scalper.strike', by: 2 })], markets],
    ['lots -1', [scalper({ type: 'scalper.lots', by: -1 })], markets],
    ['expiry next', [scalper({ type: 'scalper.expiry', by: 1 })], markets],
    ['side put', [scalper({ type: 'scalper.side', side: 'PE' })], markets],
    ['atm', [scalper({ type: 'scalper.atm' })], markets],
    ['product nrml', [scalper({ type: 'scalper.product', product: 'NRML' })], markets],
    ['price @ask', [scalper({ type: 'scalper.price', price: 'ask' })], markets],
    ['price @85.4', [scalper({ type: 'scalper.price', price: 85.4 })], markets],
    ['trade underlying', [scalper({ type: 'scalper.trades', what: 'underlying' })], markets],
    [
      'flatten',
      act({ type: 'position.exit', exits: [{ instrument: CE, product: 'NRML', quantity: null }] }),
      markets,
    ],
    [
      'watch tcs, infy',
      [{ machine: 'watchlists', type: 'watchlist.add', name: null, instruments: ['NSE_TCS', 'NSE_INFY'] }],
    ],
    [
      'a tcs to "New ones"',
      [{ machine: 'watchlists', type: 'watchlist.add', name: 'New ones', instruments: ['NSE_TCS'] }],
    ],
    [
      'watch tcs to banks',
      [{ machine: 'watchlists', type: 'watchlist.add', name: 'Banks', instruments: ['NSE_TCS'] }],
    ],
    [
      'unwatch tcs from banks',
      [{ machine: 'watchlists', type: 'watchlist.remove', name: 'Banks', instruments: ['NSE_TCS'] }],
    ],
    [
      'unwatch',
      [{ machine: 'watchlists', type: 'watchlist.remove', name: null, instruments: ['NSE_TCS', 'NSE_INFY'] }],
      at({ 'focus.kind': 'watch' }, { selection: ['NSE_TCS', 'NSE_INFY'] }),
    ],
    [
      'list best',
      [{ machine: 'watchlists', type: 'watchlist.select', name: 'My "best" ones' }, open('/watchlist')],
    ],
    [
      'watch create Banks of mine',
      [{ machine: 'watchlists', type: 'watchlist.create', name: 'Banks of mine' }],
    ],
    ['watch create __proto__', [{ machine: 'watchlists', type: 'watchlist.create', name: '__proto__' }]],
    [
      'watch rename to "Big \\"banks\\""',
      [{ machine: 'watchlists', type: 'watchlist.rename', name: 'Banks', to: 'Big "banks"' }],
    ],
    ['watch delete banks', [{ machine: 'watchlists', type: 'watchlist.delete', name: 'Banks' }]],
    [
      'watch move tcs to 3',
      [{ machine: 'watchlists', type: 'watchlist.move', instrument: 'NSE_TCS', to: 2 }],
    ],
    ['basket', [open('/order-window?tab=basket')]],
    ['basket place', [open('/order-window?tab=basket'), { machine: 'basket', type: 'basket.review' }]],
    ['basket save "constructor"', [{ machine: 'basket', type: 'basket.save', name: 'constructor' }]],
    [
      'basket load condor',
      [{ machine: 'basket', type: 'basket.load', name: 'Iron condor' }, open('/order-window?tab=basket')],
    ],
    ['basket forget straddle', [{ machine: 'basket', type: 'basket.forget', name: 'Straddle' }]],
    ['limits', [open('/settings?section=limits')]],
    ...(
      [
        ['limit day loss 20000', { dailyLoss: 20_000 }],
        ['limit day loss ₹20,000', { dailyLoss: 20_000 }],
        ['limit order value 5L', { orderValue: 500_000 }],
        ['limit lots 50', { lotsPerOrder: 50 }],
        ['limit price band 3', { priceBand: 3 }],
        ['limit option price band 12.5%', { optionPriceBand: 12.5 }],
        ['limit open orders 40', { openOrders: 40 }],
      ] as const
    ).map(([line, input]): [string, object[]] => [
      line,
      [{ machine: 'limitsChange', type: 'request.send', input }],
    ]),
    ['notices', [{ machine: 'noticePanel', type: 'notices.toggle' }]],
    ['notices show virtual', [{ machine: 'noticePanel', type: 'notices.tab', tab: 'paper' }]],
    ['sound off', [{ machine: 'preferences', type: 'preference.set', name: 'hasSound', value: false }]],
    ['find', [open('/equity-search')]],
    ['export', [{ machine: 'tables', type: 'table.export' }], at({ view: 'holdings' })],
    ['arm', [{ machine: 'arming', type: 'arming.toggle' }], markets],
    ['order book', [open('/order-book')]],
    ['watchlist', [open('/watchlist')]],
  ])('%s', (line, expected, here = environment) => {
    expect(events(line, here)).toEqual(expected)
  })

  test.each<[string, string, string, Environment?]>([
    ['chain tcs', 'TCS', 'an instrument with options; TCS has none'],
    ['chain nifty 5 dec', '5 dec', 'an expiry of NIFTY; nearest: 1 Dec, 8 Dec'],
    ['chain nifty wk+40', 'wk+40', 'an expiry of NIFTY 50; nearest: 23 Nov, 1 Dec, 8 Dec'],
    ['price @ltp+1', '@ltp+1', '@mkt, @ask, @bid or rupees such as @85.4', markets],
    ['limit lots 0', '0', 'a whole number from 1 to 10,000'],
    ['limit lots 2.5', '2.5', 'a whole number from 1 to 10,000'],
    ['limit price band 300', '300', 'a value from 0.01% to 100%'],
    ['limit day loss 0', '0', 'a value from ₹1 to ₹1,00,00,00,000'],
    ['limit margin 3', 'margin', 'a limit such as day loss, lots or price band'],
    ['list none', 'none', 'a watchlist by name'],
    ['watch create Banks', 'Banks', 'a name not used by another watchlist'],
    ['watch create "Ban', '"Ban', 'a closing quotation mark'],
    [
      'indicator emma 9',
      'emma 9',
      'an indicator such as ema 9, supertrend 7 3 or rsi(14); nearest: ema, sma, wma',
      markets,
    ],
    ['strike 0', '0', 'a number of steps such as +1 or -1', markets],
  ])('%s is refused', (line, found, expected, here = environment) => {
    const { call, problem } = read(line, here)
    expect([call, problem?.found, problem?.expected]).toEqual([null, found, expected])
  })
})

describe('keys of the Scalper', () => {
  const press = (command: 'scalper.buy' | 'scalper.sell', here: Environment) =>
    dispatchesOf({ command, args: {} }, here)

  test('and clicks on the chart place a limit at the price that was clicked, or show its line', () => {
    const args = { side: 'sell', price: { kind: 'rupees', price: 91 } } as const
    const click = (here: Environment) => dispatchesOf({ command: 'chart.trade', args }, here)
    const onChart = { view: 'trading-view' } as const
    expect(click(at({ ...onChart, armed: true }, { linked }))).toMatchObject([
      { to: 'placements', event: { draft: { side: 'sell', orderType: 'LIMIT', price: 91, quantity: 130 } } },
    ])
    expect(click(at(onChart, { linked }))).toMatchObject([
      { to: 'palette', event: { type: 'palette.open', line: 'sell 2l @91 mis NIFTY26NOV25950CE' } },
    ])
  })

  test('place at once while armed', () => {
    expect(press('scalper.buy', armed)).toEqual([
      {
        to: 'placements',
        event: {
          type: 'order.place',
          draft: plainDraft({
            instrument: CE,
            side: 'buy',
            quantity: 130,
            product: 'MIS',
            orderType: 'LIMIT',
            price: 85.45,
          }),
        },
      },
    ])
  })

  test('write the line otherwise', () => {
    expect(press('scalper.sell', markets)).toEqual([
      { to: 'palette', event: { type: 'palette.open', line: 'sell 2l @ask mis NIFTY26NOV25950CE' } },
    ])
  })

  test('send a limit at the price that was read, and ask where it has got worse', () => {
    const priced = (ask: number) => ({
      ...{ lastPrice: 85.5, bid: 85.45, ask, dayHigh: 90, dayLow: 80 },
      isTrusted: true,
    })
    const pressed = (shown: number, now: number) =>
      press(
        'scalper.buy',
        at(
          { view: 'markets', armed: true },
          { linked: { ...linked, price: 'ask' }, linkedQuote: priced(shown), quoteOf: () => priced(now) },
        ),
      ).map(({ event }) =>
        event.type === 'order.place' ? event.draft.price : 'message' in event ? event.message : null,
      )
    expect(pressed(85.5, 85.9)).toEqual([85.5])
    expect(pressed(85.5, 80)).toEqual([85.5])
    expect(pressed(85.5, 86)).toEqual(['Price moved from 85.50 to 86.00'])
  })

  test('at the market ask where the other side has got worse than it was read', () => {
    const quoteWith = (bid: number) => ({
      ...{ lastPrice: 85.5, bid, ask: 85.5, dayHigh: 90, dayLow: 80 },
      isTrusted: true,
    })
    const here = at(
      { view: 'markets', armed: true },
      {
        linked: { ...linked, price: 'market' },
        linkedQuote: quoteWith(85.45),
        quoteOf: () => quoteWith(80),
      },
    )
    expect(press('scalper.buy', here).map(({ to }) => to)).toEqual(['placements'])
    expect(press('scalper.sell', here).map(({ to }) => to)).toEqual(['palette'])
  })

  test('are checked and named with the lots that are given', () => {
    const problemsOf = (lots: number) => findCommand('scalper.buy')?.check?.({ lots }, armed) ?? null
    const titleWith = (lots: number) => titleOfCall({ command: 'scalper.buy', args: { lots } }, armed)
    expect([problemsOf(3), titleWith(3).split(' NIFTY')[0]]).toEqual([null, 'Buy 195 (3 lots)'])
    expect(problemsOf(100_000_000)?.expected).toMatch(/^at most /)
  })

  test('leave nothing where nothing is held, and open no line', () => {
    const flat = at({ view: 'markets', armed: true }, { linked, positions: [] })
    expect(dispatchesOf({ command: 'scalper.flatten', args: {} }, flat)).toEqual([
      { to: 'orderActions', event: { type: 'position.exit', exits: [] } },
    ])
  })

  test('do nothing without an instrument', () => {
    expect(press('scalper.buy', at({ view: 'markets', armed: true }))).toEqual([])
  })

  test('never place what cannot be priced', () => {
    const unpriced = at(
      { view: 'markets', armed: true },
      { linked, quoteOf: () => null, lastPrice: () => null },
    )
    expect(press('scalper.buy', unpriced).map(({ to }) => to)).toEqual(['palette'])
  })
})

describe('keys of the option chain', () => {
  const legs = (side: 'buy' | 'sell') => [
    { leg: 'a', draft: plainDraft({ instrument: CE, side, quantity: 65, product: 'NRML' }) },
  ]
  const basket = (more: Partial<Environment>) => {
    const here = at({ view: 'option-chain' }, { linked, ...more })
    const call = { command: 'chain.basket', args: {} } as const
    const [dispatch] = dispatchesOf(call, here)
    return [titleOfCall(call, here), dispatch?.event]
  }

  test.each([
    ['scalper.buy', 'buy 2l @ask mis NIFTY26NOV25950CE'],
    ['scalper.sell', 'sell 2l @bid mis NIFTY26NOV25950CE'],
    ['chain.straddle', 'sell straddle nifty 23 nov 25950 2l'],
  ] as const)('%s writes %s, whatever the price of the Scalper is', (command, line) => {
    const here = at({ view: 'option-chain' }, { linked: { ...linked, price: 80 } })
    expect(dispatchesOf({ command, args: {} }, here)).toEqual([
      { to: 'palette', event: { type: 'palette.open', line } },
    ])
    const { call, problem } = read(line, here)
    expect([call === null, problem]).toEqual([false, null])
  })

  test('add a leg at the ask, and change its side when pressed again', () => {
    expect(basket({})).toEqual([
      'Add to basket: buy NIFTY 23 NOV 25950 CE',
      {
        type: 'basket.add',
        drafts: [expect.objectContaining({ instrument: CE, side: 'buy', quantity: 130 })],
      },
    ])
    expect(basket({ legs: legs('buy') })).toEqual([
      'In the basket: sell NIFTY 23 NOV 25950 CE instead',
      {
        type: 'basket.change',
        leg: 'a',
        change: expect.objectContaining({ instrument: CE, side: 'sell', quantity: 65 }),
      },
    ])
    expect(basket({ legs: legs('sell') })[0]).toEqual('In the basket: buy NIFTY 23 NOV 25950 CE instead')
  })
})

describe('positions by what they make or are', () => {
  const losing = tradingWith({ positions: [longOption, { ...shortShare, averagePrice: 2440 }] })
  const keysOf = (line: string, environment = losing) => {
    const { call, problem } = readLine(line, line.length, environment)
    return call === null ? problem?.expected : call.args
  }

  test.each([
    ['exit losers', { positions: ['MIS|NSE_TCS'] }],
    ['exit loser', { positions: ['MIS|NSE_TCS'] }],
    ['exit winners', { positions: ['NRML|NFO-OPT_NIFTY26NOV25950CE'] }],
    ['exit calls', { positions: ['NRML|NFO-OPT_NIFTY26NOV25950CE'] }],
    ['exit longs', { positions: ['NRML|NFO-OPT_NIFTY26NOV25950CE'] }],
    ['exit shorts 50%', { positions: ['MIS|NSE_TCS'], quantity: { kind: 'percent', percent: 50 } }],
    ['exit MIS', { positions: ['MIS|NSE_TCS'] }],
    ['exit puts', 'an open position; no such one'],
  ])('%s', (line, args) => {
    expect(keysOf(line)).toEqual(args)
  })

  test('are refused where there is none, and while a last price is unknown', () => {
    expect(keysOf('exit losers', tradingWith())).toBe('an open position; no such one')
    expect(keysOf('exit losers', { ...losing, lastPrice: () => null })).toBe(
      'rows by hand; some last prices are not known yet',
    )
    expect(read('exit losers', { ...losing, lastPrice: () => null }).problem?.message).toBe(
      'Some last prices are not known yet. Select the rows by hand.',
    )
  })
})

describe('words of the screen', () => {
  test.each([
    ['chart tcs 15m', 'Chart of TCS · 15 Minutes'],
    ['chart tcs 1m', 'Chart of TCS · 1 Minute'],
    ['chart tcs 1h', 'Chart of TCS · 1 Hour'],
    ['chart tcs 1d', 'Chart of TCS · 1 Day'],
    ['chart tcs 1w', 'Chart of TCS · 1 Week'],
    ['chart tcs supertrend 7 3 15m', 'Chart of TCS · 15 Minutes · supertrend(7,3)'],
    ['chart tcs 15 minutes', 'Chart of TCS · 15 Minutes'],
    ['chart tcs 1 day', 'Chart of TCS · 1 Day'],
    ['funds', 'Funds of the broker book'],
    ['margin', 'Go to Funds'],
    ['p&l', 'Go to Positions'],
    ['position', 'Go to Positions'],
    ['order', 'Go to Order Book'],
    ['help ?', 'Keyboard shortcuts'],
  ])('%s', (line, title) => {
    const { call, title: said } = readLine(line, line.length, tradingWith())
    expect([call === null, said]).toEqual([false, title])
  })

  test('are no other interval than there is', () => {
    expect(readLine('chart tcs 7m', 12, tradingWith()).call).toBe(null)
  })
})

describe('a mistyped line offers what was likely meant, one key away', () => {
  test.each<[string, readonly string[]]>([
    ['buy infi 10', ['buy infy 10']],
    ['b infy 100 1500', ['b infy 100 @1500']],
    ['buy 10 infy at 1500', ['buy 10 infy @1500']],
    ['sell 10 infy limit 1500.5 mis', ['sell 10 infy @1500.5 mis']],
    ['buuy infy', ['buy infy']],
    ['by infy 100 @1500', ['buy infy 100 @1500']],
    ['chart nfity', ['chart nifty']],
    ['chart infi 15min', ['chart infy 15min']],
    ['chart infi', ['chart infy']],
    ['a reliance, infi', ['a reliance, infy']],
    ['byu 1l nifty atm ce', ['buy 1l nifty atm ce']],
    ['buuy', ['buy']],
    ['buy buy infy', ['buy infy']],
    ['cancle all', ['cancel all']],
    ['squre off all', ['square off all']],
    ['watch ad infy', ['watch add infy']],
    ['exit loosers', ['exit losers']],
    ['go positons', ['go positions']],
    ['theme drak', ['theme dark']],
    ['sell 10 tcs @2450 nmrl', ['sell 10 tcs @2450 nrml']],
    ['buy 10 tcs mkt', ['buy 10 tcs @mkt']],
    ['buy tcs sl1%', ['buy tcs sl 1%']],
    ['buy tcs stop 1%', ['buy tcs sl 1%']],
    ['buy tcs @2450.03', ['buy tcs @2450.00', 'buy tcs @2450.05']],
    ['buy reliance 1540 ce @mkt', ['buy reliance 1540 ce @ask']],
    ['buy 1l nifty 25963 ce', ['buy 1l nifty 25950 ce']],
    ['sell 1l nifty ', ['sell 1l NIFTY atm ce ', 'sell 1l NIFTY fut ']],
    ['chart tcs 7m', ['chart tcs 5min', 'chart tcs 10min']],
    ['chart tcs 15mn', ['chart tcs 15min']],
    ['bt close > 1 on tcs 7min', ['bt close > 1 on tcs 5min', 'bt close > 1 on tcs 10min']],
    ['chart nifty supertrnd 7 3', ['chart nifty supertrend 7 3']],
    ['bt emma(close,9) > 1 on nifty', ['bt ema(close,9) > 1 on nifty']],
    ['bt close cross above ema(close,9) on tcs', ['bt close crosses above ema(close,9) on tcs']],
    ['bt close crosses over ema(close,9) on tcs', ['bt close crosses above ema(close,9) on tcs']],
    ['bt close crossed under 5 on tcs', ['bt close crosses below 5 on tcs']],
    ['scan rsi(14) cross over 30 in nifty50', ['scan rsi(14) crosses above 30 in nifty50']],
    ['alert rsi(14) crosses under 30 on nifty50', ['alert rsi(14) crosses below 30 on nifty50']],
    ['sell stradle nifty', ['sell straddle nifty']],
    ['iron condr nifty', ['iron condor nifty']],
  ])('%s', (line, fixed) => {
    const { call, rows } = read(line)
    expect(call).toBe(null)
    expect(rows.slice(0, fixed.length).map(({ insert }) => insert)).toEqual(fixed)
  })

  test('and says what the corrected line would do', () => {
    const [first] = read('b tcs 100 2440').rows
    expect([first?.insert?.slice(first.changed?.from, first.changed?.to), first?.detail]).toEqual([
      '@2440',
      'Buy 100 TCS at 2,440.00 · MIS · Virtual',
    ])
    expect(first?.meant?.command).toBe('order.buy')
    expect(read('go positons').problem?.message).toBe("Didn't understand positons. Did you mean positions?")
    expect(read('bt close crosses over 5 on tcs').problem?.message).toBe(
      "Didn't understand crosses over. Did you mean crosses above?",
    )
  })

  test.each([
    ['short 10 infy', 'order.sell'],
    ['long 10 infy', 'order.buy'],
    ['close all', 'positions.exitAll'],
    ['close tcs', 'position.exit'],
    ['watch add infy', 'watch.add'],
    ['buy nifty 25950 call', 'order.buy'],
    ['sell tcs qty 10', 'order.sell'],
    ['holdngs', 'view.open'],
    ['positons', 'view.open'],
  ])('%s is understood', (line, command) => {
    expect(read(line).call?.command).toBe(command)
  })
})
