import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError, refusedByConsole } from '../../../src/contract/api-error.ts'
import { noNote, type TripNotes } from '../../../src/domain/analysis/journal/trip-note.ts'
import { type NoteStep, tripNotesMachine } from '../../../src/machines/analysis/trip-notes.ts'

const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

const start = (kept: TripNotes = new Map()) => {
  const saves: { step: NoteStep; done: () => void; fail: (error: unknown) => void }[] = []
  const told: string[] = []
  let loads = 0
  const actor = createActor(
    tripNotesMachine.provide({
      actors: {
        load: fromPromise(async () => {
          loads++
          return kept
        }),
        save: fromPromise(
          ({ input: { step } }) =>
            new Promise<void>((done, fail) => {
              saves.push({ step, done, fail })
            }),
        ),
      },
    }),
  )
  actor.on('notice', ({ notice }) => told.push(notice.text))
  actor.start()
  actor.send({ type: 'notes.load' })
  return {
    ...{ actor, saves, told },
    loads: () => loads,
    context: () => actor.getSnapshot().context,
    rate: (rating: number, ...trips: number[]) =>
      actor.send({ type: 'notes.change', trips, change: { kind: 'rating', rating } }),
  }
}

const offline = new ApiError({ kind: 'unreachable' } as never)

describe('notes of trips', () => {
  test('are shown at once, saved one after the other, undone and redone', async () => {
    const { actor, saves, context, rate } = start()
    await settle()
    rate(4, 7, 8)
    rate(2, 7)
    expect([...(context().notes ?? [])].map(([trip, { rating }]) => [trip, rating])).toEqual([
      [7, 2],
      [8, 4],
    ])
    expect(saves).toHaveLength(1)
    actor.send({ type: 'notes.undo' })
    expect(context().notes?.get(7)?.rating).toBe(4)
    actor.send({ type: 'notes.redo' })
    expect(context().notes?.get(7)?.rating).toBe(2)
    while (context().unsaved.length > 0) {
      saves.at(-1)?.done()
      await settle()
    }
    expect(saves.map(({ step }) => step.map(({ trip, after }) => [trip, after.rating]))).toEqual([
      [
        [7, 4],
        [8, 4],
      ],
      [[7, 2]],
      [[7, 4]],
      [[7, 2]],
    ])
  })

  test('that change nothing are not sent', async () => {
    const { saves, context, rate } = start(new Map([[7, { ...noNote, rating: 4 }]]))
    await settle()
    rate(4, 7)
    expect([saves.length, context().past.length]).toEqual([0, 0])
  })

  test('wait while the server is away, and a list that comes meanwhile does not lose them', async () => {
    const { actor, saves, told, context, rate } = start(new Map([[9, { ...noNote, rating: 1 }]]))
    await settle()
    rate(5, 7)
    saves[0]?.fail(offline)
    await settle()
    expect(context().message).not.toBe(null)
    actor.send({ type: 'notes.load' })
    await settle()
    expect([context().notes?.get(7)?.rating, context().notes?.get(9)?.rating]).toEqual([5, 1])
    actor.send({ type: 'notes.retry' })
    saves[1]?.done()
    await settle()
    expect([context().unsaved.length, context().message, told]).toEqual([0, null, []])
  })

  test('that are refused are said to be and taken back', async () => {
    const { saves, told, context, rate, loads } = start()
    await settle()
    rate(5, 7)
    saves[0]?.fail(refusedByConsole('NOT_FOUND', 'No such round trip', 404))
    await settle()
    expect([context().notes?.size, context().past.length, loads(), told]).toEqual([
      0,
      0,
      2,
      ['No such round trip'],
    ])
  })

  test('are not changed before they are loaded, and it is said', async () => {
    const { saves, told, context, rate } = start()
    rate(5, 7)
    await settle()
    expect([context().notes?.size, saves.length, told]).toEqual([
      0,
      0,
      ['Not changed: the notes of the journal are not loaded yet'],
    ])
  })

  test('kept by the window are there again, and sent', async () => {
    const { actor, saves, context } = start()
    const step = [{ trip: 7, before: noNote, after: { ...noNote, text: 'calm' } }]
    actor.send({ type: 'notes.restore', unsaved: [step] })
    await settle()
    expect([context().notes?.get(7)?.text, saves[0]?.step]).toEqual(['calm', step])
  })
})
