import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { contextOf, emptyContext } from '../../src/commands/context.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { helpMachine } from '../../src/machines/shell/help.ts'

const away = { focus: { kind: '', key: '' }, selection: [], isDialogOpen: false, isTyping: false }

describe('the context of when-clauses', () => {
  test('holds what the user points at beside the keys of an empty console', () => {
    const focus = { kind: 'order', key: '26112100007', instrument: 'NSE_TCS' as InstrumentId }
    expect(contextOf({}, { focus, selection: ['a', 'b'], isDialogOpen: false, isTyping: true })).toEqual({
      ...emptyContext,
      typing: true,
      'selection.count': 2,
      'focus.kind': 'order',
      'focus.key': '26112100007',
      'focus.instrument': 'NSE_TCS',
    })
  })

  test('follows the snapshots of the machines', () => {
    const help = createActor(helpMachine).start()
    const before = contextOf({ help: help.getSnapshot() }, away)
    help.send({ type: 'help.toggle' })
    expect([before.dialog, contextOf({ help: help.getSnapshot() }, away).dialog]).toEqual([false, true])
  })

  test('has a false, a zero or a text for every key of an area that has not loaded', () => {
    const { ticket, ...rest } = emptyContext
    expect(ticket).toEqual('closed')
    expect(Object.keys(rest).length).toBeGreaterThan(20)
    expect(Object.values(rest).filter((value) => value !== false && value !== 0 && value !== '')).toEqual([])
  })
})
