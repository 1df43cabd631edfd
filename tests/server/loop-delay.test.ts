import { expect, onTestFinished, test, vi } from 'vitest'
import { createLoopDelay } from '../../server/loop-delay.ts'

test('an event loop that stands still shows in its delay', async () => {
  const delay = createLoopDelay()
  onTestFinished(() => delay.close())
  await new Promise((turn) => setTimeout(turn, 20))
  const until = performance.now() + 80
  while (performance.now() < until) Math.sqrt(until)
  await vi.waitFor(() => expect(delay.read().max).toBeGreaterThan(40))
})
