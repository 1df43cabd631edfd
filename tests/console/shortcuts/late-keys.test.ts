import { describe, expect, test } from 'vitest'
import { SimulatedClock } from 'xstate'
import { emptyContext } from '../../../src/commands/context.ts'
import type { CommandCall } from '../../../src/commands/registry.ts'
import { createKeys } from '../../../src/console/keys.ts'
import { CHORD_TIMEOUT_MS } from '../../../src/machines/shortcuts/chord.ts'
import { startKeyActors } from '../../support/walks/key-actors.ts'

const start = () => {
  const clock = new SimulatedClock()
  const calls: CommandCall[] = []
  const actors = startKeyActors(clock)
  const press = createKeys({
    actors,
    context: () => ({ ...emptyContext, signedIn: true, view: 'home' }),
    ticks: () => 0,
    focusedAt: () => 0,
    isMac: false,
    isPhysical: () => false,
    run: (call) => calls.push(call),
    runLine: () => {},
  })
  /** A key that was pressed at `timeStamp` and is heard now. */
  const key = (name: string, timeStamp: number): boolean =>
    press({
      key: name,
      code: `Key${name.toUpperCase()}`,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      isComposing: false,
      repeat: false,
      timeStamp,
      preventDefault: () => {},
      stopPropagation: () => {},
    })
  return { actors, clock, calls, key }
}

const positions = [{ command: 'view.open', args: { view: 'positions' } }]

describe('on a page that hears its keys late', () => {
  test('a chord that was pressed in time is one, although its time had run out', () => {
    const { clock, calls, key } = start()
    key('g', 0)
    clock.increment(10 * CHORD_TIMEOUT_MS)
    expect([key('p', 100), calls]).toEqual([true, positions])
  })

  test('a key that was pressed too late stands for itself', () => {
    const { clock, calls, key } = start()
    key('g', 0)
    clock.increment(CHORD_TIMEOUT_MS)
    expect([key('p', CHORD_TIMEOUT_MS), calls]).toEqual([false, []])
  })

  test('the second key of a chord begins no other with what came after it', () => {
    const { calls, key } = start()
    key('g', 0)
    key('p', 100)
    expect([key('p', 200), calls]).toEqual([false, positions])
  })

  test('letters go to the command line that is open but not drawn yet, and are no shortcuts', () => {
    const { actors, calls, key } = start()
    actors.palette.send({ type: 'palette.toggle' })
    for (const letter of ['g', 'o', ' ', 'p']) key(letter, 0)
    expect([actors.palette.getSnapshot().context.line, calls]).toEqual(['go p', []])
    actors.palette.send({ type: 'palette.close' })
    actors.palette.send({ type: 'palette.toggle' })
    key('b', 1)
    expect(actors.palette.getSnapshot().context.line).toBe('b')
  })
})
