import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  CHAIN_RELOAD_MS,
  type OptionChain,
  optionChainMachine,
} from '../../../src/machines/options/option-chain.ts'
import {
  CHAINS_MAX,
  isAnyChainLoading,
  optionChainsMachine,
} from '../../../src/machines/options/option-chains.ts'

const NIFTY = 'INDICES_NIFTY 50'

const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

const chain = (spot: number) => ({ spot }) as unknown as OptionChain

const start = () => {
  const clock = new SimulatedClock()
  const asked: { key: string; signal: AbortSignal; answer(spot: number): void; fail(): void }[] = []
  const eyes = new Set<(event: { type: 'page.shown' | 'page.hidden' }) => void>()
  const notices: string[] = []
  const chains = createActor(
    optionChainsMachine.provide({
      actors: {
        chain: optionChainMachine.provide({
          actors: {
            askChain: fromPromise(
              ({ input: { key }, signal }) =>
                new Promise<OptionChain>((resolve, reject) => {
                  asked.push({
                    key,
                    signal,
                    answer: (spot) => resolve(chain(spot)),
                    fail: () => reject(new ApiError({ kind: 'unreachable' })),
                  })
                }),
            ),
            pageVisibility: fromCallback(({ sendBack }) => {
              eyes.add(sendBack)
              sendBack({ type: 'page.shown' })
              return () => {
                eyes.delete(sendBack)
              }
            }),
          },
        }),
      },
    }),
    { clock },
  )
  chains.on('notice', ({ notice }) => notices.push(notice.text))
  chains.start()
  const watch = (key = NIFTY) => chains.send({ type: 'chain.watch', key })
  const unwatch = (key = NIFTY) => chains.send({ type: 'chain.unwatch', key })
  const answer = async (index: number, spot: number) => {
    asked[index]?.answer(spot)
    await settle()
  }
  const fail = async (index: number) => {
    asked[index]?.fail()
    await settle()
  }
  const of = (key = NIFTY) => chains.getSnapshot().context.chains[key] ?? null
  const see = (type: 'page.shown' | 'page.hidden') => {
    for (const tell of eyes) tell({ type })
  }
  return { chains, clock, asked, notices, watch, unwatch, answer, fail, of, see }
}

describe('an option chain', () => {
  test('is loaded by the first who watches it and again every five seconds', async () => {
    const { clock, asked, watch, answer, of } = start()
    watch()
    watch()
    expect([asked.length, of()]).toEqual([1, { watchers: 2, isLoading: true, chain: null, message: null }])
    await answer(0, 1)
    expect(of()).toEqual({ watchers: 2, isLoading: false, chain: chain(1), message: null })
    clock.increment(CHAIN_RELOAD_MS - 1)
    expect(asked.length).toEqual(1)
    clock.increment(1)
    expect([asked.length, of()?.isLoading, of()?.chain]).toEqual([2, true, chain(1)])
  })

  test('goes when the last has left, and its answer is dropped', async () => {
    const { clock, asked, watch, unwatch, answer, of } = start()
    watch()
    watch()
    unwatch()
    expect(of()?.watchers).toEqual(1)
    unwatch()
    expect([of(), asked[0]?.signal.aborted]).toEqual([null, true])
    await answer(0, 1)
    clock.increment(3 * CHAIN_RELOAD_MS)
    expect([of(), asked.length]).toEqual([null, 1])
  })

  test('loads beside others, each by itself; any of them loading is loading', async () => {
    const { chains, watch, answer, of } = start()
    const isLoading = () => isAnyChainLoading(chains.getSnapshot().context)
    expect(isLoading()).toEqual(false)
    watch()
    watch('NSE_INFY')
    await answer(0, 1)
    expect([of()?.isLoading, of('NSE_INFY')?.isLoading, isLoading()]).toEqual([false, true, true])
    await answer(1, 2)
    expect([of('NSE_INFY')?.chain, isLoading()]).toEqual([chain(2), false])
  })

  test('that cannot be had says why and keeps the old one; the toast comes once a row of failures', async () => {
    const { clock, notices, watch, answer, fail, of } = start()
    watch()
    await answer(0, 1)
    for (const index of [1, 2]) {
      clock.increment(CHAIN_RELOAD_MS)
      await fail(index)
    }
    expect([of(), notices]).toEqual([
      {
        watchers: 1,
        isLoading: false,
        chain: chain(1),
        message: 'Error loading option chain: the server cannot be reached',
      },
      ['Error Loading Option Chain'],
    ])
  })

  test('is asked for at once on retry, and the older question is dropped', async () => {
    const { chains, asked, watch, answer, of } = start()
    watch()
    chains.send({ type: 'chain.retry', key: NIFTY })
    expect([asked.length, asked[0]?.signal.aborted]).toEqual([2, true])
    await answer(1, 2)
    await answer(0, 1)
    expect(of()?.chain).toEqual(chain(2))
  })

  test('is not asked for while nobody sees the page, and at once when somebody does', async () => {
    const { clock, asked, watch, answer, see, of } = start()
    watch()
    await answer(0, 1)
    see('page.hidden')
    clock.increment(10 * CHAIN_RELOAD_MS)
    expect([asked.length, of()?.isLoading]).toEqual([1, false])
    see('page.shown')
    expect(asked.length).toEqual(2)
  })

  test('is forgotten at the end of the session', async () => {
    const { chains, clock, asked, watch, answer, of } = start()
    watch()
    await answer(0, 1)
    chains.send({ type: 'session.ended' })
    clock.increment(10 * CHAIN_RELOAD_MS)
    expect([of(), asked.length]).toEqual([null, 1])
  })

  test('beyond the bound is not watched', () => {
    const { asked, watch, of } = start()
    for (let index = 0; index <= CHAINS_MAX; index++) watch(`NSE_S${index}`)
    expect([asked.length, of(`NSE_S${CHAINS_MAX}`)]).toEqual([CHAINS_MAX, null])
  })
})
