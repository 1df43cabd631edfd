import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ApiError, refusedByConsole } from '../../../src/contract/api-error.ts'
import {
  PRICE_AGAIN_MS,
  PRICE_KEPT_MS,
  PRICE_READ_MS,
  PROPOSALS_CHANGED_AFTER_MS,
  type PricedProposal,
  type Proposal,
  proposalsMachine,
  type SentProposal,
} from '../../../src/machines/deployments/proposals.ts'
import { waitingCount } from '../../../src/machines/deployments/waiting-proposals.ts'
import { priced, proposal, uuid } from '../../support/proposals.ts'

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

const sentOnce: SentProposal = { orderId: '7', isRepeat: false, sentAt: 1 }

const start = async (rows: readonly Proposal[] = [proposal(1), proposal(2)]) => {
  const clock = new SimulatedClock()
  const world = {
    rows,
    quote: 3_000 as number | null,
    price: 3_000,
    refusal: undefined as string | undefined,
    pricing: null as unknown,
    sending: null as unknown,
    reply: sentOnce,
  }
  const done: string[] = []
  const notices: string[] = []
  const queue = createActor(
    proposalsMachine.provide({
      actors: {
        loadList: fromPromise(() => Promise.resolve(world.rows)),
        price: fromPromise(({ input }): Promise<PricedProposal> => {
          done.push(`price ${input.proposal.proposalUuid[0]}`)
          if (world.pricing !== null) return Promise.reject(world.pricing)
          const { price, quote, refusal } = world
          const refused = refusal === undefined ? {} : { refusal }
          return Promise.resolve(priced({ price, quote, at: clock.now(), ...refused }))
        }),
        send: fromPromise(({ input }) => {
          done.push(
            `send ${input.proposal.proposalUuid[0]}${input.quantity === null ? '' : ` of ${input.quantity}`}`,
          )
          return world.sending === null ? Promise.resolve(world.reply) : Promise.reject(world.sending)
        }),
        drop: fromPromise(({ input: { dropped } }) => {
          done.push(`drop ${JSON.stringify(dropped)}`)
          return Promise.resolve(2)
        }),
      },
    }),
    { clock, input: { ticks: () => clock.now(), quoteOf: () => world.quote } },
  )
  queue.on('notice', ({ notice }) => notices.push(notice.text))
  queue.start().send({ type: 'proposals.begin' })
  await turns()
  const enter = async (which = 1, after = 0): Promise<void> => {
    clock.increment(after)
    await turns()
    queue.send({ type: 'proposal.enter', proposal: uuid(which) })
    await turns()
  }
  const reload = async (next: readonly Proposal[]): Promise<void> => {
    world.rows = next
    queue.send({ type: 'proposals.changed' })
    clock.increment(PROPOSALS_CHANGED_AFTER_MS)
    await turns()
  }
  return { clock, world, done, notices, queue, enter, reload, here: () => queue.getSnapshot() }
}

describe('a proposal', () => {
  test('is priced by the first Enter and sent by the second', async () => {
    const { done, enter, here } = await start()
    await enter()
    expect([done, here().context.priced?.preview.orders[0]?.price]).toEqual([['price 1'], 3_000])
    await enter(1, PRICE_READ_MS)
    expect([done, here().context.opened]).toEqual([['price 1', 'send 1'], null])
  })

  test('is not sent by an Enter within 400 ms of its price', async () => {
    const { done, enter } = await start()
    await enter()
    await enter(1, PRICE_READ_MS - 1)
    expect(done).toEqual(['price 1'])
  })

  test('is priced again where its quote has moved by half a percent, and says so', async () => {
    const { world, done, enter, here } = await start()
    await enter()
    world.quote = 3_015
    await enter(1, PRICE_READ_MS)
    expect([done, here().context.note]).toEqual([
      ['price 1', 'price 1'],
      'Price moved: priced again, nothing was sent',
    ])
    await enter(1, PRICE_READ_MS)
    expect(done).toEqual(['price 1', 'price 1', 'send 1'])
  })

  test('is priced with the quantity it was given, and sent with it by Enter', async () => {
    const { queue, done, enter, reload, here } = await start()
    queue.send({ type: 'proposal.edit', proposal: uuid(1), quantity: 4 })
    await turns()
    await reload([proposal(1), proposal(2)])
    await enter(1, PRICE_READ_MS)
    expect([done, here().context.quantity]).toEqual([['price 1', 'send 1 of 4'], null])
  })

  test('has the quantity of another one no more than its price', async () => {
    const { queue, done, enter } = await start()
    queue.send({ type: 'proposal.edit', proposal: uuid(1), quantity: 4 })
    await turns()
    await enter(2, PRICE_READ_MS)
    await enter(2, PRICE_READ_MS)
    expect(done).toEqual(['price 1', 'price 2', 'send 2'])
  })

  test('is sent where its quote has moved by less', async () => {
    const { world, done, enter } = await start()
    await enter()
    world.quote = 3_014.95
    await enter(1, PRICE_READ_MS)
    expect(done).toEqual(['price 1', 'send 1'])
  })

  test('is priced again every two seconds, and stays ready where the price is the same', async () => {
    const { clock, done, enter } = await start()
    await enter()
    clock.increment(PRICE_READ_MS)
    clock.increment(PRICE_AGAIN_MS)
    await turns()
    expect(done).toEqual(['price 1', 'price 1'])
    await enter()
    expect(done).toEqual(['price 1', 'price 1', 'send 1'])
  })

  test('is to be read anew where the price of the moment is another, or is refused', async () => {
    const { clock, world, done, enter } = await start()
    await enter()
    clock.increment(PRICE_READ_MS)
    world.refusal = 'Margin is short'
    clock.increment(PRICE_AGAIN_MS)
    await turns()
    await enter()
    expect(done).toEqual(['price 1', 'price 1'])
    await enter(1, PRICE_READ_MS)
    expect(done.at(-1)).toEqual('send 1')
  })

  test('is not sent at a price older than three seconds', async () => {
    const { clock, queue, done, enter, here } = await start()
    await enter()
    clock.increment(PRICE_READ_MS)
    // Its next price is awaited meanwhile.
    clock.increment(PRICE_AGAIN_MS)
    clock.increment(PRICE_KEPT_MS)
    queue.send({ type: 'proposal.enter', proposal: uuid(1) })
    expect([done.at(-1), here().context.note]).toEqual([
      'price 1',
      'Price older than 3 seconds: priced again, nothing was sent',
    ])
  })

  test('that cannot be priced cannot be sent', async () => {
    const { world, done, enter, here } = await start()
    world.pricing = new ApiError({ kind: 'unreachable' })
    await enter()
    await enter(1, PRICE_READ_MS)
    expect([done, here().context.priced, here().context.note]).toEqual([
      ['price 1', 'price 1'],
      null,
      'Error loading order charges: the server cannot be reached',
    ])
  })

  test('that another takes the place of is not sent', async () => {
    const { done, enter } = await start()
    await enter(1)
    await enter(2, PRICE_READ_MS)
    expect(done).toEqual(['price 1', 'price 2'])
  })

  test('that ends while it is read is closed, and says so', async () => {
    const { done, enter, reload, here } = await start()
    await enter()
    await reload([proposal(2), proposal(1, { status: 'ended' })])
    await enter(1, PRICE_READ_MS)
    expect([done, here().context.opened, here().context.note]).toEqual([
      ['price 1'],
      null,
      'This proposal has ended',
    ])
  })

  test('that was sent before says that it is one order', async () => {
    const { world, notices, enter } = await start()
    world.reply = { ...sentOnce, isRepeat: true }
    await enter()
    await enter(1, PRICE_READ_MS)
    expect(notices).toEqual(['Sent before from another window or device: it is one order'])
  })

  test('whose order is refused stays open with the reason, and is priced before it is sent again', async () => {
    const { world, done, enter, here } = await start()
    world.sending = refusedByConsole('MARGIN', 'Margin is short by ₹500')
    await enter()
    await enter(1, PRICE_READ_MS)
    await enter(1, PRICE_READ_MS)
    expect([done, here().context.opened?.proposalUuid]).toEqual([['price 1', 'send 1', 'price 1'], uuid(1)])
  })
})

describe('the queue', () => {
  test('keeps the cursor on its proposal when an exit comes above it', async () => {
    const { queue, reload, here } = await start()
    queue.send({ type: 'proposals.point', key: uuid(2) })
    await reload([proposal(3, { intent: 'exit', endsAt: null }), proposal(1), proposal(2)])
    expect([here().context.cursor, waitingCount(here().context)]).toEqual([uuid(2), 3])
  })

  test('drops one after the other, and each once', async () => {
    const { queue, done, notices } = await start()
    queue.send({ type: 'proposal.drop', proposal: uuid(1) })
    queue.send({ type: 'proposal.drop', proposal: uuid(1) })
    queue.send({ type: 'proposal.dropAll', of: { deploymentUuid: uuid(9) } })
    await turns()
    expect([done, notices]).toEqual([
      [`drop {"proposalUuid":"${uuid(1)}"}`, `drop {"deploymentUuid":"${uuid(9)}"}`],
      ['2 proposals dropped', '2 proposals dropped'],
    ])
  })

  test('holds nothing once the login session has ended', async () => {
    const { queue, enter, here } = await start()
    await enter()
    queue.send({ type: 'session.ended' })
    const { rows, opened, priced: shown, cursor } = here().context
    expect([rows, opened, shown, cursor]).toEqual([null, null, null, null])
  })
})
