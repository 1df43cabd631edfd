import { describe, expect, test } from 'vitest'
import type { Environment, KnownAlert } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf, findCommand } from '../../../src/commands/registry.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { alerts, at, CE, scanners } from '../../support/line-environments.ts'

const scan = { logic: 'rsi(14) < 25', universe: 'NIFTY500', interval: 'day', moment: 'live' } as const
const lists = { scanners, alerts }
const anywhere: Environment = at({ view: 'home' }, lists)
const onResult: Environment = at(
  { view: 'scanner-result', 'scan.shown': true },
  { ...lists, scan: { scan, tab: 'found', of: null } },
)
const onScanner = (slug: string, version: number | null = null): Environment =>
  at(
    { view: 'create-scanner', 'scan.shown': true, 'scanner.editing': true },
    { ...lists, scan: { scan, tab: 'found', of: { slug, version } } },
  )
const onRow = (kind: string, key: string): Environment =>
  at({ view: 'my-scanners', 'focus.kind': kind, 'focus.key': key }, lists)

const read = (line: string, here: Environment) => readLine(line, line.length, here)

const eventOf = (line: string, here: Environment = anywhere): unknown => {
  const { call, problem } = read(line, here)
  if (call === null) return problem?.message ?? `${problem?.found}: ${problem?.expected}`
  return dispatchesOf(call, here)[0]?.event
}
const actOf = (line: string, here: Environment = anywhere): unknown => {
  const event = eventOf(line, here)
  return typeof event === 'object' && event !== null && 'act' in event ? event.act : event
}

const saved = { universe: 'NIFTY500', interval: 'day', note: '' } as const

describe('a line that saves a scan', () => {
  test('makes a scanner of the rule on screen, under the name that it gives', () => {
    expect(actOf('save scanner "Deep dip"', onResult)).toEqual({
      kind: 'save',
      scanner: { ...saved, scannerName: 'Deep dip', logic: scan.logic, subCategory: 'momentum' },
      of: null,
    })
    expect(actOf('save scanner "Deep dip" swing', onResult)).toMatchObject({
      scanner: { subCategory: 'swing' },
    })
    expect(actOf('save scanner Deep  dip', onResult)).toMatchObject({ scanner: { scannerName: 'Deep dip' } })
    expect(actOf('save scanner Deep dip of mine swing', onResult)).toMatchObject({
      scanner: { scannerName: 'Deep dip of mine', subCategory: 'swing' },
    })
    expect(read('save scanner "Deep dip"', onResult).title).toBe(
      'Save as scanner Deep dip · NIFTY 500, 1 day',
    )
  })

  test('asks for a name where the rule is of no scanner', () => {
    expect(eventOf('save scanner', onResult)).toEqual({ type: 'palette.open', line: 'save scanner ' })
    expect(eventOf('save scanner', onScanner('sc-golden-cross'))).toEqual({
      type: 'palette.open',
      line: 'save scanner ',
    })
  })

  test('makes a version of the scanner on screen, from the version that was changed', () => {
    expect(actOf('save scanner', onScanner('sc-oversold-1', 2))).toEqual({
      kind: 'save',
      scanner: {
        ...saved,
        scannerName: 'Oversold',
        logic: scan.logic,
        subCategory: 'reversal',
        note: 'Bets on a bounce.',
      },
      of: { slug: 'sc-oversold-1', version: 2 },
    })
    expect(read('save scanner', onScanner('sc-oversold-1')).title).toBe(
      'Save version 4 of Oversold · NIFTY 500, 1 day',
    )
  })

  test('makes a version of the scanner that has the name, and a copy of a sample', () => {
    expect(actOf('save scanner oversold', onResult)).toMatchObject({
      of: { slug: 'sc-oversold-1', version: null },
    })
    expect(actOf('save scanner "Golden cross"', onScanner('sc-golden-cross'))).toMatchObject({
      scanner: { scannerName: 'Golden cross', note: 'Bets on a bounce.' },
      of: null,
    })
  })

  test('says what keeps it from saving', () => {
    expect(eventOf('save scanner "a/b"', onResult)).toBe('Use letters, digits, spaces and & only, 60 at most')
    const unchanged = at(
      { view: 'create-scanner', 'scan.shown': true },
      {
        ...lists,
        scan: {
          scan: { ...scan, logic: 'rsi(14) < 30' },
          tab: 'found',
          of: { slug: 'sc-oversold-1', version: null },
        },
      },
    )
    expect(eventOf('save scanner', unchanged)).toBe('Saved already: Oversold v3')
    expect(eventOf('save scanner "New one"')).not.toHaveProperty('act')
  })
})

describe('a line on saved scanners', () => {
  test.each<[string, unknown]>([
    ['copy scanner "golden cross"', { kind: 'copy', scanner: 'Golden cross', name: null }],
    ['copy scanner gap as "Gap 2"', { kind: 'copy', scanner: 'Gap up', name: 'Gap 2' }],
    ['delete scanner oversold', { kind: 'delete', scanner: 'Oversold' }],
    ['set alert oversold', { kind: 'setAlert', scanner: 'Oversold' }],
    ['stop all alerts', { kind: 'stopAll' }],
  ])('%s', (line, act) => {
    expect(actOf(line)).toEqual(act)
  })

  test('opens one by its name, and the one under the cursor', () => {
    expect(eventOf('open scanner gap')).toEqual({ type: 'view.open', path: '/scanner/sc-gap-up-2' })
    expect(eventOf('open scanner', onRow('scanner', 'sc-golden-cross'))).toEqual({
      type: 'view.open',
      path: '/scanner/sc-golden-cross',
    })
    expect(eventOf('copy scanner', onRow('scanner', 'sc-oversold-1'))).toMatchObject({
      act: { scanner: 'sc-oversold-1' },
    })
    expect(eventOf('open scanner nowhere')).toContain('a saved scanner or a sample, by name in quotes')
    expect(eventOf('delete scanner "Golden cross"')).toContain('a scanner of yours')
  })

  test('renames it, and leaves its rule', () => {
    expect(actOf('rename scanner oversold to "Very low"')).toMatchObject({
      kind: 'save',
      scanner: { scannerName: 'Very low', logic: 'rsi(14) < 30', subCategory: 'reversal' },
      of: { slug: 'sc-oversold-1', version: 3 },
    })
  })

  test('deletes the scanner on screen, and says that its alert stops', () => {
    expect(actOf('delete scanner', onScanner('sc-oversold-1'))).toEqual({
      kind: 'delete',
      scanner: 'sc-oversold-1',
    })
    expect(read('delete scanner gap', anywhere).title).toBe('Delete Gap up, and stop its alert')
  })

  test('discards what was changed', () => {
    expect(eventOf('discard scan changes', onScanner('sc-oversold-1', 2))).toEqual({
      type: 'view.open',
      path: '/scanner/sc-oversold-1',
    })
  })
})

describe('why not a symbol', () => {
  test('is asked of a saved scanner from anywhere, and of the scan on screen', () => {
    expect(eventOf('why not tcs in oversold')).toEqual({
      type: 'view.open',
      path: expect.stringMatching(/^\/scanner\/sc-oversold-1\?logic=rsi.*&why=NSE_TCS/),
    })
    expect(read('why not tcs in "Golden cross"', anywhere).title).toMatch(
      /^Why not Tata.*TCS.* in Golden cross\?$|^Why not TCS in Golden cross\?$/,
    )
    expect(eventOf('why not tcs')).toBe(
      'No scan is on screen: say in which scanner, such as in "Golden cross"',
    )
    expect(eventOf('why not tcs', onScanner('sc-oversold-1'))).toMatchObject({ type: 'view.open' })
  })
})

describe('a line that writes a note', () => {
  test('makes a version with it, of the scanner at hand or named', () => {
    const made = { kind: 'save', of: { slug: 'sc-oversold-1', version: 3 } }
    const scanner = { scannerName: 'Oversold', logic: 'rsi(14) < 30', note: 'Fails in a trend, so wait' }
    expect(actOf('note on scanner oversold is Fails in a trend, so wait')).toMatchObject({ ...made, scanner })
    expect(actOf('note on scanner is Fails in a trend, so wait', onScanner('sc-oversold-1'))).toMatchObject({
      ...made,
      scanner,
    })
    expect(eventOf('note on scanner oversold is Bets on a bounce.')).toBe('This is its note already')
    expect(eventOf('note on scanner oversold is')).toContain('a note such as')
  })

  test('begins with the note of now', () => {
    expect(eventOf('edit note of scanner oversold')).toEqual({
      type: 'palette.open',
      line: 'note on scanner "Oversold" is Bets on a bounce.',
    })
  })
})

describe('a line on alerts', () => {
  const rule = { logic: 'rsi(14) < 30', universe: 'NIFTY500', interval: 'day' }

  test('watches a rule, as a scan reads it', () => {
    expect(actOf('alert rsi(14) < 30')).toEqual({ kind: 'setRule', terms: rule })
    expect(actOf('alert rsi(14) < 30 on nifty 50 5min')).toEqual({
      kind: 'setRule',
      terms: { ...rule, universe: 'NIFTY50', interval: '5min' },
    })
    expect(read('alert rsi(14) < 30', anywhere).title).toBe('Alert when it becomes true · NIFTY 500, 1 day')
    expect(eventOf('alert rsi(14) <')).toContain('a number or an indicator')
  })

  test.each<[string, unknown]>([
    ['alert nifty 50 > 26k', { logic: 'close > 26000', universe: 'INDICES_NIFTY 50', interval: 'tick' }],
    ['alert nifty 50 > 26000', { logic: 'close > 26000', universe: 'INDICES_NIFTY 50', interval: 'tick' }],
    [
      'alert tcs >= ₹1,568.5 repeat',
      { logic: 'close >= 1568.5', universe: 'NSE_TCS', interval: 'tick', repeats: true },
    ],
    [
      'alert tcs crosses below 1400',
      { logic: 'close crosses below 1400', universe: 'NSE_TCS', interval: 'tick' },
    ],
    ['alert tcs under 1400', { logic: 'close < 1400', universe: 'NSE_TCS', interval: 'tick' }],
    [
      'alert nifty 25950 ce above 150',
      { logic: 'close > 150', universe: expect.stringMatching(/^NFO-OPT_NIFTY.*25950CE$/), interval: 'tick' },
    ],
  ])('watches a price on its ticks: %s', (line, terms) => {
    expect(actOf(line)).toEqual({ kind: 'setRule', terms })
  })

  test.each([
    ['alert nifty 50', 'a price such as nifty 50 > 26000'],
    ['alert nifty 50 >', 'a price such as 26000'],
    ['alert nifty 50 > 0', 'a price such as 26000'],
    ['alert nifty 50 > 26000 on nifty 50', 'A price is watched on every tick of its instrument'],
    ['alert nifty 50 > 26000 5min', 'A price is watched on every tick of its instrument'],
    ['alert rsi(14) < 30 repeat', 'Candle alerts always repeat'],
  ])('says what a price lacks: %s', (line, words) => {
    expect(eventOf(line)).toContain(words)
  })

  const infy = {
    segSym: 'NSE_INFY',
    side: 'buy',
    product: 'MIS',
    quantity: { by: 'units', value: 20 },
    limitPrice: null,
    isReduceOnly: false,
    isAuto: false,
  }
  const each = { ...infy, segSym: null }
  const option = { ...infy, segSym: CE, product: 'NRML', quantity: { by: 'units', value: 130 } }

  test.each([
    ['alert infy < 1400 then buy 20', infy],
    ['alert tcs < 1400 then buy 20 infy @1395', { ...infy, limitPrice: 1395 }],
    [
      'alert tcs < 1400 then sell 20 infy cash reduce',
      { ...infy, side: 'sell', product: 'cash', isReduceOnly: true },
    ],
    ['alert nifty 50 > 26000 then buy 2l nifty 25950 ce repeat', option],
    ['alert rsi(14) < 30 on nifty500 5min then buy 20', each],
    ['alert rsi(14) < 30 then buy 50k on nifty500', { ...each, quantity: { by: 'rupees', value: 50_000 } }],
    ['alert rsi(14) < 30 then buy 3l auto', { ...each, quantity: { by: 'lots', value: 3 }, isAuto: true }],
    ['alert rsi(14) < 30 on infy 5min then buy', { ...infy, quantity: { by: 'units', value: 1 } }],
  ])('may end with an order: %s', (line, order) => {
    expect(actOf(line)).toMatchObject({ kind: 'setRule', terms: { order } })
  })

  test.each([
    [
      'alert nifty 50 > 26000 then buy 1l',
      'NIFTY 50 is an index and cannot be traded. Trade its future or an option.',
    ],
    ['alert tcs < 1400 then', 'the end: buy, sell or basket'],
    ['alert tcs < 1400 then buy 20 nrml', 'NRML is not possible for a share. Use MIS or Cash.'],
    [
      'alert tcs < 1400 then buy 25%',
      'The order of an alert is sized in units, lots or rupees, such as 20, 2l or 50k.',
    ],
    [
      'alert tcs < 1400 then buy 20 @ask',
      'The order comes later, at other prices. Type a price such as @1500, or none for the market.',
    ],
    ['alert tcs < 1400 mis', 'mis: on or then'],
    ['alert tcs < 1400 auto', 'auto: on or then'],
  ])('%s is refused: %s', (line, message) => {
    expect(eventOf(line)).toBe(message)
  })

  test('says what its order would do, and asks before it is sent by itself', () => {
    const [plain, automatic] = ['', ' auto'].map((end) =>
      read(`alert infy < 1400 then buy 20 @1395${end}`, anywhere),
    )
    expect(plain?.title).toMatch(/ · then proposes: Buy 20 INFY at 1,395\.00 · MIS$/)
    expect(automatic?.title).toMatch(/ · then sends: Buy 20 INFY at 1,395\.00 · MIS$/)
    const questionOf = (reading: typeof plain) => {
      const { command, args } = reading?.call ?? { command: '', args: {} }
      return findCommand(command)?.asks?.(args, anywhere)
    }
    expect(questionOf(plain)).toBeNull()
    expect(questionOf(automatic)).toMatch(/sent without asking you, 10 a day at most/)
    expect(read('alert infy < 1400 then buy', anywhere).ghost).toBe('1l')
  })

  describe('with the basket behind then', () => {
    const leg = (changes: Partial<OrderDraft> = {}) => ({
      leg: JSON.stringify(changes),
      draft: plainDraft({ instrument: CE, side: 'buy', product: 'NRML', quantity: 65, ...changes }),
    })
    const sold = leg({ side: 'sell', orderType: 'LIMIT', price: 120.5 })
    const withLegs = (...legs: readonly ReturnType<typeof leg>[]) => ({ ...anywhere, legs })
    const line = 'alert nifty 50 > 26000 then basket'
    const basket = {
      product: 'NRML',
      legs: [
        { segSym: CE, side: 'buy', quantity: 65, limitPrice: null },
        { segSym: CE, side: 'sell', quantity: 65, limitPrice: 120.5 },
      ],
      isAuto: false,
    }

    test('proposes the legs that it has now, and asks before they are sent by themselves', () => {
      const here = withLegs(leg(), sold)
      expect(actOf(line, here)).toMatchObject({
        kind: 'setRule',
        terms: { universe: 'INDICES_NIFTY 50', interval: 'tick', basket },
      })
      const [plain, automatic] = ['', ' auto'].map((end) => read(`${line}${end}`, here))
      expect(plain?.title).toMatch(
        / · then proposes: Basket of 2: buy 65 .*25950 CE, sell 65 .*25950 CE at 120\.50 · NRML$/,
      )
      expect(automatic?.title).toMatch(/ · then sends: Basket of 2: /)
      const { command, args } = automatic?.call ?? { command: '', args: {} }
      expect(findCommand(command)?.asks?.(args, here)).toMatch(/sent without asking you, 10 a day/)
      expect(read(line, here).ghost).toBe('')
    })

    test.each([
      ['is empty', line, [], /the basket has 0$/],
      ['has one leg', line, [leg()], /^An alert proposes 2 to 20 legs, the basket has 1$/],
      [
        'has a stop',
        line,
        [leg(), leg({ stop: { kind: 'percent', value: 20 } })],
        /^Legs of an alert are market/,
      ],
      [
        'has a trigger',
        line,
        [leg(), leg({ orderType: 'SL-M', triggerPrice: 90 })],
        /^Legs of an alert are market/,
      ],
      ['has two products', line, [leg(), leg({ product: 'MIS' })], /^Legs of an alert are market/],
      [
        'is of each symbol',
        'alert rsi(14) < 30 on nifty500 then basket',
        [leg(), sold],
        /^A basket goes with/,
      ],
      ['is sized again', `${line} 2l`, [leg(), sold], /^The legs of the basket have their own/],
    ] as const)('is refused where it %s', (_, written, legs, message) => {
      expect(eventOf(written, withLegs(...legs))).toMatch(message)
    })

    test('is written out again, with its legs where the basket is empty', () => {
      const [first] = alerts
      const known = {
        ...first,
        slug: null,
        universe: 'INDICES_NIFTY 50',
        interval: 'tick',
        logic: 'close > 26000',
      }
      const here = { ...onRow('alert', first?.alertUuid ?? ''), alerts: [{ ...known, basket } as KnownAlert] }
      const opening = { type: 'palette.open', line: line.replace('nifty', 'NIFTY') }
      const added = expect.objectContaining({
        type: 'basket.add',
        drafts: [leg(), sold].map(({ draft }) => draft),
      })
      const events = (where: Environment) => {
        const { call } = read('open alert', where)
        return call === null ? [] : dispatchesOf(call, where).map(({ event }) => event)
      }
      expect(events(here)).toEqual([added, expect.objectContaining(opening)])
      expect(events({ ...here, legs: [leg()] })).toEqual([expect.objectContaining(opening)])
    })
  })

  test('is written out again with its order', () => {
    const [first] = alerts
    const known = { ...first, slug: null, universe: 'NIFTY500', interval: '5min', logic: 'rsi(14) < 30' }
    const lineOf = (order: object) =>
      eventOf('open alert', {
        ...onRow('alert', first?.alertUuid ?? ''),
        alerts: [{ ...known, order } as KnownAlert],
      })
    expect(lineOf({ ...each, limitPrice: 1395, isAuto: true })).toEqual({
      type: 'palette.open',
      line: 'alert rsi(14) < 30 on nifty500 5min then buy 20q @1395 mis auto',
    })
    expect(lineOf(option)).toMatchObject({
      line: expect.stringMatching(/ then buy 130q NIFTY26NOV25950CE nrml$/),
    })
  })

  test('begins with the price of now where an alert is set on a row', () => {
    const here = at({ 'focus.kind': 'watch', 'focus.instrument': 'INDICES_NIFTY 50' }, lists)
    expect(eventOf('price alert', here)).toEqual({ type: 'palette.open', line: 'alert NIFTY 50 > 25960' })
    expect(eventOf('price alert tcs', { ...here, quoteOf: () => null })).toMatchObject({
      line: 'alert TCS > ',
    })
  })

  test('says where the price is now', () => {
    const quoteOf = () => ({ lastPrice: 25000, bid: null, ask: null, isTrusted: true }) as never
    expect(read('alert nifty 50 > 26000', { ...anywhere, quoteOf }).title).toBe(
      'Alert when NIFTY 50 > 26000, once · now 25,000.00, 4.00% away',
    )
    expect(read('alert nifty 50 < 26000', anywhere).title).toMatch(/once · now 25,960.00, already true$/)
    expect(read('alert nifty 50 > 26000 repeat', anywhere).title).toBe(
      'Alert when NIFTY 50 > 26000, each time · now 25,960.00, 0.15% away',
    )
  })

  test('sets that of what is on screen, and stops it where it is on', () => {
    expect(actOf('alert on this', onResult)).toEqual({
      kind: 'setRule',
      terms: { logic: scan.logic, universe: 'NIFTY500', interval: 'day' },
    })
    expect(actOf('alert on this', onScanner('sc-oversold-1'))).toEqual({
      kind: 'setAlert',
      scanner: 'sc-oversold-1',
    })
    expect(actOf('alert on this', onScanner('sc-gap-up-2'))).toEqual({
      kind: 'stopAlert',
      alert: '44444444-4444-4444-8444-444444444444',
      of: 'sc-gap-up-2',
    })
    expect(eventOf('set alert gap')).toBe('The alert of Gap up is on already')
  })

  test('stops one, and knows how to set it again', () => {
    expect(actOf('stop alert gap')).toMatchObject({ kind: 'stopAlert', of: 'sc-gap-up-2' })
    expect(actOf('stop alert', onRow('alert', '55555555-5555-4555-8555-555555555555'))).toEqual({
      kind: 'stopAlert',
      alert: '55555555-5555-4555-8555-555555555555',
      of: { logic: 'close > 5', universe: 'NSE_TCS', interval: '5min' },
    })
  })

  test('moves the level of one on a price, which waits on the other side where it is moved past it', () => {
    const row = onRow('alert', '66666666-6666-4666-8666-666666666666')
    const moved = (level: number) => actOf(`change alert ${level}`, row)
    const change = {
      kind: 'changeAlert',
      alert: '66666666-6666-4666-8666-666666666666',
      was: 'close > 26000',
    }
    expect(moved(26_100)).toEqual({ ...change, logic: 'close > 26100' })
    expect(moved(25_900)).toEqual({ ...change, logic: 'close < 25900' })
    expect(read('change alert 26100', row).title).toBe('Alert when NIFTY 50 > 26100 instead of > 26000')
    expect(eventOf('change alert 30', onRow('alert', '55555555-5555-4555-8555-555555555555'))).toBe(
      'Only an alert on a price that runs can be moved.',
    )
  })

  test('opens its log, and its rule', () => {
    expect(eventOf('alert log gap')).toEqual({
      type: 'view.open',
      path: '/scanner-details?alert=44444444-4444-4444-8444-444444444444',
    })
    expect(eventOf('open alert gap')).toEqual({ type: 'view.open', path: '/scanner/sc-gap-up-2' })
    expect(eventOf('open alert', onRow('alert', '55555555-5555-4555-8555-555555555555'))).toEqual({
      type: 'palette.open',
      line: 'scan close > 5 on TCS 5min',
    })
    expect(eventOf('open alert', onRow('alert', '66666666-6666-4666-8666-666666666666'))).toEqual({
      type: 'palette.open',
      line: 'alert NIFTY 50 > 26000 repeat',
    })
  })
})
