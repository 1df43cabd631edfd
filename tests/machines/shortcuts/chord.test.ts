import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { CHORD_HINTS_MS, CHORD_TIMEOUT_MS, chordMachine } from '../../../src/machines/shortcuts/chord.ts'

const hints = [{ stroke: 'p', title: 'Go to Positions' }]

const start = () => {
  const clock = new SimulatedClock()
  const chord = createActor(chordMachine, { clock }).start()
  const stroke = (...strokes: string[]) => chord.send({ type: 'chord.stroke', strokes, hints })
  return { chord, clock, stroke, value: () => chord.getSnapshot().value }
}

test('a chord shows its hints after 300 ms and is given up after 1200 ms', () => {
  const { chord, clock, stroke, value } = start()
  stroke('g')
  clock.increment(CHORD_HINTS_MS - 1)
  expect(value()).toEqual({ pending: 'quiet' })
  clock.increment(1)
  expect([value(), chord.getSnapshot().context]).toEqual([{ pending: 'hinting' }, { strokes: ['g'], hints }])
  clock.increment(CHORD_TIMEOUT_MS - CHORD_HINTS_MS - 1)
  expect(value()).toEqual({ pending: 'hinting' })
  clock.increment(1)
  expect([value(), chord.getSnapshot().context]).toEqual(['idle', { strokes: [], hints: [] }])
})

test('each stroke gives the chord its whole time again', () => {
  const { clock, stroke, value } = start()
  stroke('g')
  clock.increment(CHORD_TIMEOUT_MS - 1)
  stroke('g', 'o')
  clock.increment(CHORD_TIMEOUT_MS - 1)
  expect(value()).toEqual({ pending: 'hinting' })
})
