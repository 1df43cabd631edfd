import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../src/contract/api-error.ts'
import { createRequestMachine } from '../../src/machines/request.ts'

const start = (isQuiet = false) => {
  const calls: { asked: string; answer: (output: number) => void; fail: (error: unknown) => void }[] = []
  const told: string[] = []
  const request = createActor(
    createRequestMachine<string, number>({ id: 'count', failure: 'Error counting', isQuiet }).provide({
      actors: {
        ask: fromPromise(
          ({ input: { asked } }) =>
            new Promise<number>((answer, fail) => {
              calls.push({ asked, answer, fail })
            }),
        ),
      },
    }),
  )
  request.on('*', (emitted) =>
    told.push(emitted.type === 'notice' ? emitted.notice.text : `got ${emitted.output}`),
  )
  request.start()
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { request, calls, told, settle }
}

describe('a request', () => {
  test('keeps the answer to the newest question, whichever comes last', async () => {
    const { request, calls, told, settle } = start()
    request.send({ type: 'request.send', input: 'old' })
    request.send({ type: 'request.send', input: 'new' })
    calls[1]?.answer(2)
    await settle()
    calls[0]?.answer(1)
    await settle()
    const { value, context } = request.getSnapshot()
    expect([value, context.output, told]).toEqual(['success', 2, ['got 2']])
  })

  test.each([
    [
      'the words of the server',
      new ApiError({ kind: 'rejected', status: 409, code: 'CONFLICT', reason: 'Taken' }),
      'Taken',
    ],
    [
      'its own words',
      new ApiError({ kind: 'rejected', status: 500, code: 'INTERNAL', reason: '' }),
      'Error counting',
    ],
    [
      'what was wrong with the question',
      new ApiError({ kind: 'malformed', issues: ['query.page: not a number', 'query.limit: too large'] }),
      'Error counting: query.page: not a number; query.limit: too large',
    ],
    [
      'that nobody answers',
      new ApiError({ kind: 'unreachable' }),
      'Error counting: the server cannot be reached',
    ],
    ['its own words for a bug', new TypeError('x is undefined'), 'Error counting'],
  ])('that fails says %s', async (_, error, message) => {
    const { request, calls, told, settle } = start()
    request.send({ type: 'request.send', input: 'one' })
    calls[0]?.fail(error)
    await settle()
    expect([request.getSnapshot().context.message, told]).toEqual([message, [message]])
  })

  test('tried again asks the same and keeps the last answer on screen meanwhile', async () => {
    const { request, calls, told, settle } = start(true)
    request.send({ type: 'request.send', input: 'one' })
    calls[0]?.answer(1)
    await settle()
    request.send({ type: 'request.send', input: 'two' })
    calls[1]?.fail(new Error('no'))
    await settle()
    request.send({ type: 'request.retry' })
    const { value, context } = request.getSnapshot()
    expect([value, context.output, calls.map(({ asked }) => asked), told]).toEqual([
      'loading',
      1,
      ['one', 'two', 'two'],
      ['got 1'],
    ])
  })
})
