import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import type { Scan } from '../../../src/domain/scanners/scan.ts'
import { scanEditsMachine, TYPING_PAUSE_MS } from '../../../src/machines/scanners/scan-edits.ts'

const scan = (logic: string): Scan => ({ logic, universe: 'NIFTY50', interval: 'day', moment: 'live' })

const open = () => {
  const clock = new SimulatedClock()
  const actor = createActor(scanEditsMachine, { clock })
  const back: string[] = []
  actor.on('scanEdits.back', ({ scan: { logic } }) => back.push(logic))
  actor.start()
  const show = (logic: string, slug: string | null = null): void =>
    actor.send({ type: 'scanEdits.shown', shown: { of: { slug }, scan: scan(logic) } })
  const undo = (): void => actor.send({ type: 'scanEdits.undo' })
  const redo = (): void => actor.send({ type: 'scanEdits.redo' })
  const pause = (): void => clock.increment(TYPING_PAUSE_MS)
  return { actor, back, show, undo, redo, pause }
}

describe('changes of a scanner on its screen', () => {
  test('are undone one by one, and redone', () => {
    const { back, show, undo, redo, pause } = open()
    for (const logic of ['', 'close > 1', 'close > 2']) {
      show(logic)
      pause()
    }
    undo()
    undo()
    undo()
    redo()
    expect(back).toEqual(['close > 1', '', 'close > 1'])
  })

  test('typed without a pause are undone together', () => {
    const { back, show, undo, pause } = open()
    show('close > 1')
    for (const logic of ['close > 1', 'close > 10', 'close > 100']) show(logic)
    pause()
    undo()
    expect(back).toEqual(['close > 1'])
  })

  test('that come back by the address are none', () => {
    const { actor, back, show, undo, redo, pause } = open()
    show('close > 1')
    show('close > 2')
    pause()
    actor.on('scanEdits.back', ({ scan: { logic } }) => show(logic))
    undo()
    redo()
    undo()
    expect(back).toEqual(['close > 1', 'close > 2', 'close > 1'])
  })

  test('after an undo take its place', () => {
    const { back, show, undo, redo, pause } = open()
    show('close > 1')
    show('close > 2')
    pause()
    undo()
    show('close > 3')
    redo()
    undo()
    expect(back).toEqual(['close > 1', 'close > 1'])
  })

  test('are forgotten with another scanner, and away from the screen', () => {
    const { actor, back, show, undo } = open()
    show('close > 1', 'sc-a')
    show('close > 2', 'sc-a')
    show('close > 3', 'sc-b')
    undo()
    show('close > 4', 'sc-b')
    actor.send({ type: 'scanEdits.shown', shown: null })
    undo()
    expect(back).toEqual([])
  })
})
