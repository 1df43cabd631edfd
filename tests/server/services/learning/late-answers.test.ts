import { describe, expect, test } from 'vitest'
import { createLateAnswers, latenessOf } from '../../../../server/services/learning/late-answers.ts'
import type { UserId } from '../../../../server/user.ts'

const MEERA = 'meera' as UserId
const RAVI = 'ravi' as UserId

const start = () => {
  let now = 0
  const waits: { readonly ms: number; readonly wake: () => void }[] = []
  const late = createLateAnswers({ now: () => now, wait: (wake, ms) => waits.push({ ms, wake }) })
  return { late, waits, setNow: (to: number) => (now = to) }
}

describe('late answers', () => {
  test('are 4 to 8 s late, the same for the same drill and number', () => {
    const found = Array.from({ length: 200 }, (_, index) => latenessOf('a drill', index))
    expect(found.every((ms) => ms >= 4_000 && ms < 8_000)).toBe(true)
    expect(new Set(found).size).toBeGreaterThan(100)
    expect(found).toEqual(Array.from({ length: 200 }, (_, index) => latenessOf('a drill', index)))
  })

  test('hold back what came of the work, which is done at once, for their user alone', async () => {
    const { late, waits } = start()
    late.begin(MEERA, 'd', 60_000)
    const done: string[] = []
    const work = (what: string) => async () => {
      done.push(what)
      return what
    }
    expect(await late.after(RAVI, work('of Ravi'))).toBe('of Ravi')
    const answers: string[] = []
    const first = late.after(MEERA, work('first')).then((answer) => answers.push(answer))
    const refused = late
      .after(MEERA, () => Promise.reject(new Error('no margin')))
      .catch(({ message }) => message)
    await Promise.resolve()
    expect([done, answers]).toEqual([['of Ravi', 'first'], []])
    await new Promise((settled) => setImmediate(settled))
    expect(waits.map(({ ms }) => ms)).toEqual([latenessOf('d', 1), latenessOf('d', 2)])
    for (const { wake } of waits) wake()
    await first
    expect([answers, await refused]).toEqual([['first'], 'no margin'])
  })

  test('end with the drill, by its time or early, and nothing waits for a server that stops', async () => {
    const { late, waits, setNow } = start()
    late.begin(MEERA, 'd', 60_000)
    setNow(60_000)
    expect(await late.after(MEERA, async () => 1)).toBe(1)
    late.begin(MEERA, 'e', 120_000)
    late.end(MEERA)
    expect(await late.after(MEERA, async () => 2)).toBe(2)
    late.begin(MEERA, 'f', 120_000)
    const held = late.after(MEERA, async () => 3)
    await new Promise((settled) => setImmediate(settled))
    expect(waits.length).toBe(1)
    late.close()
    expect(await held).toBe(3)
  })
})
