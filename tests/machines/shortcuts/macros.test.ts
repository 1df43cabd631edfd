import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { MACRO_LINES_MAX, MACROS_MAX, type Macro } from '../../../src/domain/shortcuts/shortcuts.ts'
import { macrosMachine } from '../../../src/machines/shortcuts/macros.ts'
import { shortcutHintsMachine } from '../../../src/machines/shortcuts/shortcut-hints.ts'

const start = (macros: readonly Macro[] = []) => {
  const clock = new SimulatedClock()
  const stored: (readonly Macro[])[] = []
  const told: string[] = []
  const played: string[] = []
  const answers: { done: () => void; fail: (error: Error) => void }[] = []
  const actor = createActor(
    macrosMachine.provide({
      actors: {
        otherTabs: fromCallback(() => {}),
        playLine: fromPromise(
          ({ input }) =>
            new Promise<void>((done, fail) => {
              played.push(input.line)
              answers.push({ done, fail })
            }),
        ),
      },
      actions: { store: (_, kept) => stored.push(kept) },
    }),
    { clock },
  )
  actor.on('notice', ({ notice }) => told.push(`${notice.kind}: ${notice.text}`))
  actor.start()
  if (macros.length > 0) actor.send({ type: 'macros.restore', macros, dropped: [] })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { actor, clock, stored, told, played, answers, settle, value: () => actor.getSnapshot().value }
}

const rounds: Macro = { name: 'rounds', lines: ['go positions', 'go holdings'] }

describe(macrosMachine.id, () => {
  test('writes down what is done while it records, and keeps it under its name', () => {
    const { actor, stored, told } = start()
    actor.send({ type: 'macro.heard', line: 'before' })
    actor.send({ type: 'macro.record', name: 'rounds' })
    for (const line of rounds.lines) actor.send({ type: 'macro.heard', line })
    // As of a command that is not typed.
    actor.send({ type: 'macro.heard', line: '' })
    actor.send({ type: 'macro.stop' })
    actor.send({ type: 'macro.heard', line: 'after' })
    expect([stored.at(-1), told.at(-1)]).toEqual([[rounds], 'success: Macro rounds recorded: 2 lines'])
  })

  test('keeps nothing that is empty, and stops by itself when it is full', () => {
    const { actor, told, value } = start()
    actor.send({ type: 'macro.record', name: 'long' })
    actor.send({ type: 'macro.stop' })
    expect([told.at(-1), actor.getSnapshot().context.macros]).toEqual(['info: Nothing recorded', []])
    actor.send({ type: 'macro.record', name: 'long' })
    for (let line = 1; line < MACRO_LINES_MAX; line++) actor.send({ type: 'macro.heard', line: 'arm' })
    expect(value()).toEqual('recording')
    actor.send({ type: 'macro.heard', line: 'arm' })
    expect([value(), actor.getSnapshot().context.macros[0]?.lines.length]).toEqual(['idle', MACRO_LINES_MAX])
  })

  test('plays one line after the other, each when the one before is done', async () => {
    const { actor, clock, played, answers, settle, value } = start([rounds])
    actor.send({ type: 'macro.run', name: 'rounds' })
    expect(played).toEqual(['go positions'])
    answers[0]?.done()
    await settle()
    expect(value()).toEqual({ playing: 'pause' })
    clock.increment(150)
    expect(played).toEqual(rounds.lines)
    answers[1]?.done()
    await settle()
    expect(value()).toEqual('idle')
  })

  test('stops at the line that fails and says which', async () => {
    const { actor, told, played, answers, settle, value } = start([rounds])
    actor.send({ type: 'macro.run', name: 'rounds' })
    answers[0]?.fail(new Error('column 4: found x, expected a screen'))
    await settle()
    expect([value(), played.length, told.at(-1)]).toEqual([
      'idle',
      1,
      'error: Macro rounds stopped at line 1: column 4: found x, expected a screen',
    ])
  })

  test('is renamed in its place, deleted and given back', () => {
    const other: Macro = { name: 'other', lines: ['arm'] }
    const { actor, stored } = start([rounds, other])
    const tour = { name: 'tour', lines: rounds.lines }
    actor.send({ type: 'macro.save', ...tour, before: 'rounds' })
    expect(stored.at(-1)).toEqual([tour, other])
    actor.send({ type: 'macro.delete', name: 'tour' })
    expect(stored.at(-1)).toEqual([other])
    actor.send({ type: 'macro.undo' })
    expect(stored.at(-1)).toEqual([tour, other])
  })

  test('has room for so many', () => {
    const many = Array.from({ length: MACROS_MAX }, (_, index) => ({ name: `m${index}`, lines: ['arm'] }))
    const { actor, told, value } = start(many)
    actor.send({ type: 'macro.record', name: 'one-more' })
    expect([value(), told.at(-1)]).toEqual([
      'idle',
      `warning: At most ${MACROS_MAX} macros. Delete one first`,
    ])
    actor.send({ type: 'macro.record', name: 'm3' })
    expect(value()).toEqual('recording')
  })
})

test('a key is taught after a click alone, three times at most, and not again within ten minutes', () => {
  const clock = new SimulatedClock()
  const hints = createActor(shortcutHintsMachine, { clock })
  hints.start()
  const say = (minutes: number) => {
    hints.send({
      type: 'hint.say',
      ...{ command: 'help.toggle', title: 'Keyboard shortcuts', keys: '?', at: minutes * 60_000 },
    })
    const { keys } = hints.getSnapshot().context
    clock.increment(6000)
    return keys
  }
  const byKey = say(0)
  hints.send({ type: 'hint.hand', isMouse: true })
  expect([byKey, say(1), say(2), say(12), say(30), say(90)]).toEqual(['', '?', '', '?', '?', ''])
  expect(hints.getSnapshot().context.keys).toEqual('')
})
