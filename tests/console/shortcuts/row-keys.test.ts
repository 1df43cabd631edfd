import { describe, expect, test } from 'vitest'
import { SimulatedClock } from 'xstate'
import { emptyContext } from '../../../src/commands/context.ts'
import { laterCommands } from '../../../src/commands/later-commands.ts'
import { addCommands } from '../../../src/commands/registry.ts'
import { tradingCommands } from '../../../src/commands/trading-commands.ts'
import { createKeys, ROW_KEY_REST_MS } from '../../../src/console/keys.ts'
import { startKeyActors } from '../../support/walks/key-actors.ts'

addCommands([...tradingCommands, ...laterCommands])

const start = ({ isMac = false } = {}) => {
  const clock = new SimulatedClock()
  const page = { row: 'MIS|NSE_TCS', focusedAt: 0, isTyping: false, view: 'positions', kind: 'position' }
  const did: string[] = []
  const press = createKeys({
    actors: startKeyActors(clock),
    context: () => ({
      ...emptyContext,
      signedIn: true,
      view: page.view,
      typing: page.isTyping,
      'focus.kind': page.kind,
      'focus.key': page.row,
    }),
    ticks: () => clock.now(),
    focusedAt: () => page.focusedAt,
    isMac,
    isPhysical: () => false,
    run: ({ command }) => did.push(`${command} ${page.row}`),
    runLine: () => {},
  })
  /** Whether the browser is kept from doing anything of its own. */
  const key = (
    name: string,
    more: { altKey?: boolean; ctrlKey?: boolean; repeat?: boolean } = {},
  ): boolean => {
    let isKept = false
    press({
      ...{ key: name, code: `Key${name.toUpperCase()}`, shiftKey: false, metaKey: false },
      ...{ altKey: false, ctrlKey: false, repeat: false, isComposing: false, ...more },
      preventDefault: () => {
        isKept = true
      },
      stopPropagation: () => {},
    })
    return isKept
  }
  const moveTo = (row: string) => {
    page.row = row
    page.focusedAt = clock.now()
  }
  return { clock, page, did, key, moveTo }
}

const TCS = 'position.exit MIS|NSE_TCS'
const INFY = 'position.exit MIS|NSE_INFY'

describe('the key of a row', () => {
  test('acts once when it is pressed twice within the rest, and again after it', () => {
    const { clock, did, key } = start()
    key('x')
    clock.increment(ROW_KEY_REST_MS - 1)
    expect([key('x'), did]).toEqual([true, [TCS]])
    clock.increment(1)
    key('x')
    expect(did).toEqual([TCS, TCS])
  })

  test('never acts on a row that has just moved up into the place of the one it left', () => {
    const { clock, did, key, moveTo } = start()
    key('x')
    clock.increment(10 * ROW_KEY_REST_MS)
    moveTo('MIS|NSE_INFY')
    clock.increment(ROW_KEY_REST_MS - 1)
    key('x')
    expect(did).toEqual([TCS])
    clock.increment(1)
    key('x')
    expect(did).toEqual([TCS, INFY])
  })

  test('acts each time where it steps a value of the row', () => {
    const { page, did, key } = start()
    Object.assign(page, { view: 'order-window', kind: 'leg', row: 'one' })
    for (const stroke of ['+', '+', '-']) key(stroke)
    expect(did).toEqual(['basket.strike one', 'basket.strike one', 'basket.strike one'])
  })

  test('acts at once on a row that another key has gone to', () => {
    const { did, key, moveTo } = start()
    key('x')
    key('j')
    moveTo('MIS|NSE_INFY')
    key('x')
    expect(did).toEqual([TCS, INFY])
  })
})

describe('keys that mean nothing here', () => {
  test('are kept from the browser where the keymap names them somewhere', () => {
    const { key, did } = start()
    expect([key('p', { altKey: true }), key('f'), key('/'), key("'")]).toEqual([true, true, true, true])
    expect(key('p', { altKey: true, repeat: true })).toEqual(true)
    expect(did).toEqual([])
  })

  test('are kept from the browser where they go to the messages, which hear them themselves', () => {
    const { key, did } = start()
    expect([key('t', { altKey: true }), did]).toEqual([true, []])
  })

  test('stay the browser’s where no keymap names them, and where they press a button or move a caret', () => {
    const { key } = start()
    const free = [key('d', { altKey: true }), key('l', { ctrlKey: true }), key('Enter'), key(' '), key('Tab')]
    expect([...free, key('ArrowDown'), key(';')]).toEqual(free.map(() => false).concat(false, false))
  })

  test('are text in a text field; Alt and a letter still open no menu, but on a Mac they print', () => {
    const typing = start()
    typing.page.isTyping = true
    expect([typing.key('f'), typing.key('/'), typing.key('z', { ctrlKey: true })]).toEqual([
      false,
      false,
      false,
    ])
    expect(typing.key('p', { altKey: true })).toEqual(true)
    const mac = start({ isMac: true })
    mac.page.isTyping = true
    expect(mac.key('p', { altKey: true })).toEqual(false)
  })
})
