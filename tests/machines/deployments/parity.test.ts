import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { refusedByConsole } from '../../../src/contract/api-error.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import {
  PARITY_RELOAD_MS,
  type ParitySubject,
  parityMachine,
} from '../../../src/machines/deployments/parity.ts'
import { parityOn } from '../../support/parity.ts'
import { uuid } from '../../support/proposals.ts'

const monday = '2026-11-23' as IstDate
const subject: ParitySubject = { deploymentUuid: uuid(1), day: monday }

const start = () => {
  const asked: string[] = []
  const world = { refusal: null as unknown, isProvisional: false }
  const parity = createActor(
    parityMachine.provide({
      actors: {
        compare: fromPromise(({ input }) => {
          asked.push(input.day)
          if (world.refusal !== null) return Promise.reject(world.refusal)
          return Promise.resolve(parityOn(input, world))
        }),
      },
    }),
  ).start()
  return { parity, asked, world, at: () => parity.getSnapshot() }
}

const shown = async (of = start()) => {
  of.parity.send({ type: 'parity.show', subject, today: monday })
  await vi.waitFor(() => expect(of.at().value).toBe('shown'))
  return of
}

describe('the comparison with the backtest', () => {
  test('goes over trading days, from the first of the deployment to today', async () => {
    const { parity, asked, at } = await shown()
    parity.send({ type: 'parity.day', by: 1 })
    expect(at().context.subject?.day).toBe(monday)
    for (const day of ['2026-11-20', '2026-11-19', '2026-11-19']) {
      parity.send({ type: 'parity.day', by: -1 })
      expect(at().context.subject?.day).toBe(day)
      await vi.waitFor(() => expect(at().value).toBe('shown'))
    }
    expect(asked).toEqual([monday, '2026-11-20', '2026-11-19'])
  })

  test('keeps the day before on screen while another loads, and drops it with the deployment', async () => {
    const { parity, at } = await shown()
    parity.send({ type: 'parity.day', by: -1 })
    expect(at().context.report?.day).toBe(monday)
    parity.send({ type: 'parity.hide' })
    expect(at().context).toMatchObject({ subject: null, report: null })
  })

  test('is not asked for again by the address of what is shown', async () => {
    const { parity, asked } = await shown()
    parity.send({ type: 'parity.show', subject: { ...subject }, today: monday })
    expect(asked).toHaveLength(1)
  })

  test('filters by a step, and by the same step once more shows all', async () => {
    const { parity, at } = await shown()
    parity.send({ type: 'parity.step', step: 'prices' })
    expect(at().context.step).toBe('prices')
    parity.send({ type: 'parity.step', step: 'prices' })
    expect(at().context.step).toBeNull()
  })

  test('says why it could not be made and can be tried again', async () => {
    const { parity, world, at } = start()
    world.refusal = refusedByConsole('NOT_READY', 'The instrument list is still loading')
    parity.send({ type: 'parity.show', subject, today: monday })
    await vi.waitFor(() => expect(at().value).toBe('failed'))
    expect(at().context.message).toBe('The instrument list is still loading')
    world.refusal = null
    parity.send({ type: 'parity.retry' })
    await vi.waitFor(() => expect(at().value).toBe('shown'))
    expect(at().context.message).toBeNull()
  })

  test('is made again each minute while the day goes on', async () => {
    vi.useFakeTimers()
    try {
      const { parity, asked, world, at } = start()
      world.isProvisional = true
      parity.send({ type: 'parity.show', subject, today: monday })
      await vi.advanceTimersByTimeAsync(PARITY_RELOAD_MS)
      expect(asked).toHaveLength(2)
      world.isProvisional = false
      await vi.advanceTimersByTimeAsync(PARITY_RELOAD_MS)
      await vi.advanceTimersByTimeAsync(5 * PARITY_RELOAD_MS)
      expect(asked).toHaveLength(3)
      expect(at().value).toBe('shown')
    } finally {
      vi.useRealTimers()
    }
  })
})
