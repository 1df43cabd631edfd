import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUOTE_SYMBOLS_MAX, QuoteText } from '../../src/contract/quotes/quote-messages.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { SILENT_MS } from '../../src/platform/shared-quotes/server-connection.ts'
import { PAGE_AWAY_MS, UNANSWERED_MS } from '../../src/platform/shared-quotes/user-quotes.ts'
import { startSharedPages } from '../support/browser/shared-pages.ts'
import { frame, instrument } from '../support/server/live.ts'

const INFY = instrument('NSE_INFY')
const TCS = instrument('NSE_TCS')
const SBIN = instrument('NSE_SBIN')

const names = (count: number, from = 0): readonly InstrumentId[] =>
  Array.from({ length: count }, (_, n) => instrument(`NSE_S${from + n}`))

type Pages = ReturnType<typeof startSharedPages>

const tradeAll = ({ trade }: Pages, ids: readonly InstrumentId[], rupees = 10): void => {
  for (const id of ids) trade(id, rupees)
}

describe('pages of one user', () => {
  test('have one connection, on which each symbol is subscribed to once and given up with its last page', async () => {
    const pages = startSharedPages()
    tradeAll(pages, [INFY, TCS, SBIN])
    const six = Array.from({ length: 6 }, () => pages.open('U1'))
    await pages.pass(200)
    for (const page of six) page.subscribe(INFY, TCS)
    six[0]?.subscribe(SBIN)
    await pages.pass(500)
    const subscribed = pages.heard()
    for (const page of six.slice(0, 5)) page.unsubscribe(INFY)
    six[0]?.leave()
    await pages.pass(500)
    const halfway = pages.heard()
    six[5]?.unsubscribe(INFY)
    await pages.pass(500)
    expect([pages.sockets(), subscribed, halfway, pages.heard()]).toEqual([
      ['U1'],
      ['+NSE_INFY', '+NSE_TCS', '+NSE_SBIN'],
      ['-NSE_SBIN'],
      ['-NSE_INFY'],
    ])
    expect(six.map(({ prices }) => [...prices.keys()])).toEqual([
      [INFY, TCS, SBIN],
      ...six.slice(1).map(() => [INFY, TCS]),
    ])
  })

  test('hear every second that the server is there, and only of their own symbols', async () => {
    const pages = startSharedPages()
    tradeAll(pages, [INFY, TCS])
    const [first, second] = [pages.open('U1'), pages.open('U1')]
    await pages.pass(200)
    first.subscribe(INFY)
    second.subscribe(TCS)
    for (let price = 11; price < 31; price++) {
      pages.trade(INFY, price)
      await pages.pass(100)
    }
    expect([[...first.prices], [...second.prices]]).toEqual([[[INFY, 30]], [[TCS, 10]]])
    expect(second.heartbeats()).toBeGreaterThanOrEqual(2)
    pages.mute(true)
    const before = [first.heartbeats(), second.heartbeats()]
    await pages.pass(5_000)
    expect([first.heartbeats(), second.heartbeats()]).toEqual(before)
  })

  test('that come later are open without a ticket, with price and clock at once', async () => {
    const pages = startSharedPages()
    pages.trade(INFY, 101)
    const first = pages.open('U1')
    await pages.pass(200)
    first.subscribe(INFY)
    await pages.pass(4_000)
    const heard = pages.heard()
    const later = pages.open('U1')
    later.read()
    later.subscribe(INFY)
    later.read()
    const [attached, opened, clock = ''] = later.told()
    expect([attached, opened, later.prices.get(INFY), heard, pages.heard(), pages.tickets]).toEqual([
      'attached',
      'opened',
      101,
      ['+NSE_INFY'],
      [],
      ['U1'],
    ])
    const read = QuoteText.parse(JSON.parse(clock))
    expect(read.type === 'clock' && read.wall_time).toEqual(pages.wall.now())
  })

  test('stay open when the one that opened the connection leaves', async () => {
    const pages = startSharedPages()
    tradeAll(pages, [INFY])
    const [opener, other] = [pages.open('U1'), pages.open('U1')]
    await pages.pass(200)
    for (const page of [opener, other]) page.subscribe(INFY)
    opener.leave()
    pages.trade(INFY, 102)
    await pages.pass(300)
    expect([other.prices.get(INFY), other.told().includes('closed'), pages.tickets.length]).toEqual([
      102,
      false,
      1,
    ])
    other.leave()
    expect(pages.sockets()).toEqual([])
  })

  test('do not wait for one whose ticket is refused', async () => {
    const pages = startSharedPages()
    const refused = pages.open('U1', null)
    const other = pages.open('U1')
    await pages.pass(200)
    const told = [refused, other].map((page) => page.told().slice(0, 3))
    expect([told, pages.sockets()]).toEqual([
      [
        ['attached', 'wanted', 'opened'],
        ['attached', 'wanted', 'opened'],
      ],
      ['U1'],
    ])
  })

  test('are apart from those of another user', async () => {
    const pages = startSharedPages()
    tradeAll(pages, [INFY, TCS])
    const [mine, theirs] = [pages.open('U1'), pages.open('U2')]
    await pages.pass(200)
    mine.subscribe(INFY)
    theirs.subscribe(TCS)
    await pages.pass(500)
    expect([pages.sockets(), [...mine.prices.keys()], [...theirs.prices.keys()]]).toEqual([
      ['U1', 'U2'],
      [INFY],
      [TCS],
    ])
    mine.leave()
    await pages.pass(300)
    expect([pages.sockets(), theirs.told().includes('closed')]).toEqual([['U2'], false])
  })
})

describe('a page', () => {
  test('that is frozen has one message waiting, and the newest prices when it wakes', async () => {
    const pages = startSharedPages()
    const many = names(100)
    tradeAll(pages, [...many, INFY])
    const [sleeper, other] = [pages.open('U1'), pages.open('U1')]
    await pages.pass(200)
    for (const page of [sleeper, other]) page.subscribe(...many)
    await pages.pass(500)
    sleeper.freeze()
    for (let round = 0; round < 100; round++) {
      tradeAll(pages, many, 20 + round)
      await pages.pass(100)
    }
    const waiting = sleeper.waiting()
    sleeper.wake()
    await pages.pass(200)
    const newest = new Set(sleeper.prices.values())
    expect([waiting, [...newest], other.prices.get(many[0] ?? INFY)]).toEqual([1, [119], 119])
  })

  test('that is gone without a word is forgotten, with the symbols it alone wanted', async () => {
    const pages = startSharedPages()
    tradeAll(pages, [INFY, TCS])
    const [crashed, other] = [pages.open('U1'), pages.open('U1')]
    await pages.pass(200)
    crashed.subscribe(INFY, TCS)
    other.subscribe(TCS)
    await pages.pass(500)
    pages.heard()
    crashed.freeze()
    await pages.pass(PAGE_AWAY_MS + 1_100)
    expect([pages.heard(), crashed.waiting()]).toEqual([['-NSE_INFY'], 2])
    crashed.wake()
    await pages.pass(100)
    expect([crashed.told().at(-1), other.told().includes('closed')]).toEqual(['closed', false])
  })

  test('is told of the symbols that the server refuses, also when it comes later', async () => {
    const pages = startSharedPages()
    const nowhere = instrument('NSE_NOWHERE')
    const first = pages.open('U1')
    await pages.pass(200)
    first.subscribe(nowhere)
    await pages.pass(500)
    const second = pages.open('U1')
    second.subscribe(nowhere)
    await pages.pass(500)
    const refusals = [first, second].map(
      (page) => page.told().filter((text) => text.includes('NOWHERE')).length,
    )
    expect([refusals, pages.heard()]).toEqual([[1, 1], ['+NSE_NOWHERE']])
  })

  test('that subscribes again has the answer sent again by the server', async () => {
    const pages = startSharedPages()
    pages.trade(INFY, 101)
    const page = pages.open('U1')
    await pages.pass(200)
    pages.lose(() => true)
    page.subscribe(INFY)
    await pages.pass(500)
    pages.lose(() => false)
    page.subscribe(INFY)
    await pages.pass(500)
    expect([pages.heard(), page.prices.get(INFY)]).toEqual([['+NSE_INFY', '+NSE_INFY'], 101])
  })

  test('hears as they are what cannot be read, to judge it for itself', async () => {
    const pages = startSharedPages()
    const both = [pages.open('U1'), pages.open('U1')]
    await pages.pass(1_000)
    pages.say('nonsense')
    await pages.pass(100)
    pages.say(new ArrayBuffer(1))
    await pages.pass(100)
    const told = both.map((page) => page.told().slice(-2))
    expect(told).toEqual([
      ['nonsense', 'unreadable'],
      ['nonsense', 'unreadable'],
    ])
  })
})

describe('the connection', () => {
  test('that the server closes is closed for all, and the first to come again opens one for all', async () => {
    const pages = startSharedPages()
    pages.trade(INFY, 101)
    const before = [pages.open('U1'), pages.open('U1')]
    await pages.pass(200)
    for (const page of before) page.subscribe(INFY)
    await pages.pass(300)
    pages.cut()
    await pages.pass(100)
    expect(before.map((page) => page.told().at(-1))).toEqual(['closed', 'closed'])
    pages.heard()
    const after = [pages.open('U1', 'T2'), pages.open('U1', 'T3')]
    await pages.pass(200)
    for (const page of after) page.subscribe(INFY)
    await pages.pass(300)
    expect([pages.sockets(), pages.heard(), after.map(({ prices }) => prices.get(INFY))]).toEqual([
      ['T2'],
      ['+NSE_INFY'],
      [101, 101],
    ])
  })

  test('that has fallen silent is not kept by a page that sleeps', async () => {
    const pages = startSharedPages()
    pages.trade(INFY, 101)
    const sleeper = pages.open('U1')
    await pages.pass(200)
    sleeper.freeze()
    pages.mute(true)
    await pages.pass(SILENT_MS + 500)
    pages.mute(false)
    const page = pages.open('U1', 'T2')
    await pages.pass(200)
    page.subscribe(INFY)
    await pages.pass(300)
    expect([pages.sockets(), page.prices.get(INFY)]).toEqual([['T2'], 101])
  })

  test('whose handshake never ends is given up when another page comes', async () => {
    const pages = startSharedPages()
    pages.answerAfter(60_000)
    const first = pages.open('U1')
    await pages.pass(11_000)
    pages.answerAfter(0)
    const second = pages.open('U1', 'T2')
    await pages.pass(300)
    expect([first.told().at(-1), second.told()[2], pages.sockets()]).toEqual(['closed', 'opened', ['T2']])
  })

  test('that carries one direction only is replaced, and no other page loses a price', async () => {
    const pages = startSharedPages()
    tradeAll(pages, [INFY, TCS])
    const [other, unanswered] = [pages.open('U1'), pages.open('U1')]
    await pages.pass(200)
    other.subscribe(INFY)
    await pages.pass(300)
    pages.lose(() => true)
    unanswered.subscribe(TCS)
    await pages.pass(UNANSWERED_MS)
    pages.lose(() => false)
    unanswered.leave()
    pages.heard()
    const again = pages.open('U1', 'T2')
    await pages.pass(200)
    again.subscribe(TCS)
    pages.trade(INFY, 11)
    await pages.pass(500)
    expect([pages.sockets(), pages.heard(), other.told().includes('closed')]).toEqual([
      ['T2'],
      ['-NSE_TCS', '+NSE_INFY', '+NSE_TCS'],
      false,
    ])
    expect([other.prices.get(INFY), again.prices.get(TCS)]).toEqual([11, 10])
  })

  test('takes what six pages want at once without sending more than the server hears', async () => {
    const pages = startSharedPages()
    const six = Array.from({ length: 6 }, (_, n) => ({ page: pages.open('U1'), own: names(190, n * 190) }))
    await pages.pass(200)
    for (const { page, own } of six) {
      tradeAll(pages, own)
      page.subscribe(...own)
    }
    await pages.pass(5_000)
    expect([pages.sockets().length, six.map(({ page }) => page.prices.size)]).toEqual([
      1,
      [190, 190, 190, 190, 190, 190],
    ])
  })

  test('says which symbols it has no room for, and makes room for them when others are given up', async () => {
    const pages = startSharedPages()
    const [most, more] = [names(QUOTE_SYMBOLS_MAX), names(2, QUOTE_SYMBOLS_MAX)]
    tradeAll(pages, [...most, ...more])
    const [first, second] = [pages.open('U1'), pages.open('U1')]
    await pages.pass(200)
    for (let from = 0; from < most.length; from += 200) first.subscribe(...most.slice(from, from + 200))
    await pages.pass(5_000)
    second.subscribe(...more)
    await pages.pass(500)
    const refused = second.told().filter((text) => text.includes('at most 1200 symbols')).length
    first.unsubscribe(...most.slice(0, 2))
    await pages.pass(500)
    expect([first.prices.size, refused, second.prices.size]).toEqual([QUOTE_SYMBOLS_MAX, 2, 2])
  })
})

/** What pages do, as a person with several windows and a bad line makes them. */
type Act =
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly page: number; readonly symbol: number }
  | { readonly kind: 'trade'; readonly symbol: number; readonly price: number }
  | { readonly kind: 'freeze' | 'wake' | 'reopen'; readonly page: number }
  | { readonly kind: 'cut' }
  | { readonly kind: 'pass'; readonly rounds: number }

const ofPage = <Kind extends string>(...kinds: readonly Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), page: fc.nat(3) })

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('subscribe' as const), page: fc.nat(3), symbol: fc.nat(5) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), page: fc.nat(3), symbol: fc.nat(5) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      symbol: fc.nat(5),
      price: fc.integer({ min: 1, max: 99 }),
    }),
  },
  { weight: 3, arbitrary: ofPage('freeze', 'wake', 'reopen') },
  { weight: 1, arbitrary: fc.constant({ kind: 'cut' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), rounds: fc.integer({ min: 1, max: 5 }) }),
  },
)

test('whatever pages do, each ends with the newest price of what it wants, on one connection', async () => {
  const symbols = names(6)
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 40 }), async (all) => {
      const pages = startSharedPages()
      tradeAll(pages, symbols)
      const last = new Map(symbols.map((id) => [id, 10]))
      const windows = Array.from({ length: 4 }, () => ({
        page: pages.open('U1'),
        wanted: new Set<InstrumentId>(),
        isAwake: true,
      }))
      type Window = (typeof windows)[number]
      await pages.pass(200)
      /** As the machine of a page does it: what is wanted is subscribed to anew on each connection. */
      const reopen = (window: Window): void => {
        window.page.leave()
        window.page = pages.open('U1')
        window.isAwake = true
      }
      const resume = async (): Promise<void> => {
        for (const window of windows) {
          if (window.isAwake && window.page.told().includes('closed')) reopen(window)
        }
        await pages.pass(200)
        for (const { page, wanted } of windows) if (wanted.size > 0) page.subscribe(...wanted)
      }
      const act = async (one: Act): Promise<void> => {
        const window = 'page' in one ? windows[one.page] : undefined
        const symbol = 'symbol' in one ? symbols[one.symbol] : undefined
        if (one.kind === 'pass') await pages.pass(one.rounds * 100)
        else if (one.kind === 'cut') pages.cut()
        else if (one.kind === 'trade' && symbol !== undefined) {
          pages.trade(symbol, one.price)
          last.set(symbol, one.price)
        } else if (window !== undefined && symbol !== undefined) {
          if (one.kind === 'subscribe') {
            window.wanted.add(symbol)
            window.page.subscribe(symbol)
          } else {
            window.wanted.delete(symbol)
            window.page.unsubscribe(symbol)
            window.page.prices.delete(symbol)
          }
        } else if (window !== undefined) {
          if (one.kind === 'reopen') reopen(window)
          else {
            window.isAwake = one.kind === 'wake'
            if (window.isAwake) window.page.wake()
            else window.page.freeze()
          }
        }
        for (const { page } of windows) expect(page.waiting()).toBeLessThanOrEqual(5)
      }
      for (const one of all) await act(one)
      for (const window of windows) {
        window.isAwake = true
        window.page.wake()
      }
      await pages.pass(200)
      await resume()
      await pages.pass(1_000)
      expect(pages.sockets().length).toEqual(1)
      for (const { page, wanted } of windows) {
        const shown = [...wanted].map((id) => [id, page.prices.get(id)])
        expect(shown).toEqual([...wanted].map((id) => [id, last.get(id)]))
      }
      const distinct = new Set(windows.flatMap(({ wanted }) => [...wanted]))
      expect(pages.hub.counts().feeds).toEqual(distinct.size)
    }),
    { numRuns: 60 },
  )
})

test('a record that is longer than this console knows is shortened for its pages', async () => {
  const pages = startSharedPages()
  pages.trade(INFY, 101)
  const page = pages.open('U1')
  await pages.pass(200)
  page.subscribe(INFY)
  await pages.pass(300)
  const known = new Uint8Array(frame('NSE_INFY 102'))
  const longer = new Uint8Array(known.length + 8)
  longer.set(known)
  new DataView(longer.buffer).setUint16(0, known.length - 2 + 8, true)
  pages.say(longer.buffer)
  page.read()
  expect(page.prices.get(INFY)).toEqual(102)
})
