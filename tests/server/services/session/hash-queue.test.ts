import { expect, test } from 'vitest'
import { createHashQueue } from '../../../../server/services/session/hash-queue.ts'

test('known browsers wait in a line of their own, which goes first', async () => {
  const inTurn = createHashQueue()
  const begun: string[] = []
  const running: (() => void)[] = []
  const attempt = (name: string, isKnown: boolean) =>
    inTurn(() => {
      begun.push(name)
      return new Promise<void>((resolve) => running.push(resolve))
    }, isKnown).then(
      () => 'hashed',
      () => 'refused',
    )
  const strangers = Array.from({ length: 30 }, (_, number) => attempt(`stranger ${number}`, false))
  const known = attempt('known', true)
  expect(begun).toEqual(['stranger 0', 'stranger 1'])
  for (let done = 0; done < 23; done++) {
    await expect.poll(() => running.length).toBeGreaterThan(0)
    running.shift()?.()
  }
  expect(await known).toEqual('hashed')
  expect(begun.slice(2, 4)).toEqual(['known', 'stranger 2'])
  const outcomes = await Promise.all(strangers)
  expect(outcomes.filter((outcome) => outcome === 'refused').length).toEqual(8)
})
