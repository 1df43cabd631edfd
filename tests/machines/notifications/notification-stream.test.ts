import { describe, expect, test } from 'vitest'
import { type Actor, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { STEADY_MS } from '../../../src/domain/reconnect.ts'
import { NOTIFICATIONS_MAX, type NotificationItem } from '../../../src/machines/notifications/notice-list.ts'
import {
  GAP_RETRY_MS,
  notificationStreamMachine,
  STREAM_RETRIES_MAX,
  streamStateOf,
} from '../../../src/machines/notifications/notification-stream.ts'
import type { StreamEvent, TabMessage } from '../../../src/machines/notifications/stream-events.ts'
import { createChannels, createLocks } from '../../support/browser/memory-browser.ts'
import { notification } from '../../support/server/live.ts'

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

const uuidsOf = (notices: readonly NotificationItem[]) =>
  notices.map(({ notificationUuid }) => notificationUuid)

/** Tabs of one browser over one server that remembers notifications, oldest first. */
const browser = () => {
  const clock = new SimulatedClock()
  const locks = createLocks()
  const channels = createChannels()
  const stored: NotificationItem[] = []
  const streams: { tell: (event: StreamEvent) => void; isOpen: boolean }[] = []
  const asked: (string | null)[] = []
  let isServing = true
  let answering = Promise.resolve()

  const openTab = async () => {
    const told: string[] = []
    const stream = createActor(
      notificationStreamMachine.provide({
        actors: {
          loadNewest: fromPromise(async (): Promise<readonly NotificationItem[]> => {
            if (!isServing) throw new Error('unreachable')
            return [...stored]
          }),
          fillGap: fromPromise(async ({ input: { after } }) => {
            asked.push(after)
            if (!isServing) throw new Error('unreachable')
            await answering
            return stored.slice(stored.findIndex(({ notificationUuid }) => notificationUuid === after) + 1)
          }),
          stream: fromCallback(({ sendBack }) => {
            const one = { tell: sendBack, isOpen: true }
            streams.push(one)
            return () => {
              one.isOpen = false
            }
          }),
          leadership: fromCallback(({ sendBack }) =>
            locks.hold(
              'stream',
              () => sendBack({ type: 'leader.elected' }),
              () => sendBack({ type: 'page.slept' }),
            ),
          ),
          otherTabs: fromCallback(({ sendBack, receive }) => {
            const channel = channels.open('tabs', (message) => sendBack(message as TabMessage))
            receive((order) => channel.post(order))
            return () => channel.close()
          }),
          pageVisibility: fromCallback(() => {}),
        },
      }),
      { clock, input: { random: () => 0 } },
    )
    stream.on('notice', ({ notice: { kind, text } }) => told.push(`${kind}: ${text}`))
    stream.on('notices.sounded', () => told.push('sound'))
    stream.on('orders.changed', ({ order }) => told.push(`order ${order.orderId}`))
    stream.on('positions.changed', ({ syms }) => told.push(`positions ${syms.join(' ')}`))
    stream.start()
    stream.send({ type: 'stream.connect' })
    await settle()
    return { stream, told, uuids: () => uuidsOf(stream.getSnapshot().context.list.notices) }
  }

  const live = () => streams.findLast(({ isOpen }) => isOpen)
  return {
    clock,
    stored,
    asked,
    streams,
    openTab,
    setServing: (isThere: boolean) => {
      isServing = isThere
    },
    /** Answers are on their way until the returned word. */
    delayAnswers: () => {
      let answer = (): void => {}
      answering = new Promise((resolve) => {
        answer = resolve
      })
      return async () => {
        answer()
        await settle()
      }
    },
    open: async () => {
      live()?.tell({ type: 'stream.opened' })
      await settle()
    },
    fail: async () => {
      live()?.tell({ type: 'stream.closed' })
      await settle()
    },
    /** The page that holds the lock sleeps from now on. */
    freeze: async () => {
      locks.freezeHolder('stream')
      await settle()
    },
    pass: async (ms: number) => {
      clock.increment(ms)
      await settle()
    },
    /** Stored, and sent if there is a stream. */
    publish: async (uuid: string, isSent = true, others: Partial<NotificationItem> = {}) => {
      const notice = notification(uuid, others)
      stored.push(notice)
      if (isSent) live()?.tell({ type: 'stream.notice', notice })
      await settle()
    },
    repeat: async (uuid: string) => {
      live()?.tell({ type: 'stream.notice', notice: notification(uuid) })
      await settle()
    },
    say: async (event: StreamEvent) => {
      live()?.tell(event)
      await settle()
    },
  }
}

describe('notifications', () => {
  test('that were there before are listed and not told; new ones are told once, however often they come', async () => {
    const { stored, openTab, open, publish, repeat } = browser()
    stored.push(notification('old'))
    const { told, uuids } = await openTab()
    await open()
    await publish('new')
    await repeat('new')
    await repeat('old')
    expect([uuids(), told]).toEqual([['new', 'old'], ['info: about new']])
  })

  test('missed while the stream was down are asked for after the last one, and listed once each', async () => {
    const { openTab, open, publish, fail, pass, asked } = browser()
    const { told, uuids } = await openTab()
    await open()
    await publish('a')
    await fail()
    for (let index = 0; index < 25; index++) await publish(`gap${index}`, false)
    await pass(5000)
    await open()
    await publish('b')
    expect(asked).toEqual([null, 'a'])
    expect(uuids().length).toEqual(27)
    expect([uuids()[0], uuids()[1], new Set(uuids()).size]).toEqual(['b', 'gap24', 27])
    expect(told).toEqual(['info: about a', 'info: 25 missed notifications', 'info: about b'])
  })

  test('that arrive before a gap is filled do not hide it', async () => {
    const { openTab, open, publish, fail, pass, setServing, asked } = browser()
    const { uuids } = await openTab()
    await open()
    await publish('a')
    await fail()
    await publish('lost', false)
    setServing(false)
    await pass(5000)
    await open()
    await publish('live')
    await fail()
    setServing(true)
    await pass(5000)
    await open()
    expect([asked, uuids().toSorted()]).toEqual([
      [null, 'a', 'a'],
      ['a', 'live', 'lost'],
    ])
  })

  test('that come while a gap is being closed are listed and told after it, with one sound and folded', async () => {
    const { openTab, open, publish, fail, pass, delayAnswers } = browser()
    const { told, uuids } = await openTab()
    await open()
    await publish('a')
    await fail()
    const alert = { notificationType: 'scanner', scannerName: 'RSI' } as const
    for (const uuid of ['b', 'c', 'd', 'e', 'f', 'g']) await publish(uuid, false, alert)
    await pass(5000)
    const answer = delayAnswers()
    await open()
    for (const uuid of ['h', 'i', 'j', 'k', 'l', 'm']) await publish(uuid, true, alert)
    expect([uuids(), told]).toEqual([['a'], ['info: about a']])
    await answer()
    await publish('n', true, alert)
    expect(uuids().toReversed().join('')).toEqual('abcdefghijklmn')
    expect(told).toEqual([
      'info: about a',
      'sound',
      'info: 12 missed notifications',
      'sound',
      'info: RSI | about n',
    ])
  })

  test('have one order also where they were shown before the gap behind them was closed', async () => {
    const { openTab, open, publish, fail, pass, setServing } = browser()
    const { uuids } = await openTab()
    await open()
    await publish('a')
    await fail()
    await publish('b', false)
    setServing(false)
    await pass(5000)
    await open()
    await publish('c')
    expect(uuids()).toEqual(['c', 'a'])
    setServing(true)
    await pass(5000)
    await publish('d')
    expect(uuids()).toEqual(['d', 'c', 'b', 'a'])
  })

  test('of rejected orders are said for themselves among many others', async () => {
    const { openTab, open, publish, fail, pass } = browser()
    const { told } = await openTab()
    await open()
    await publish('a')
    await fail()
    const rejected = {
      alertType: 'direct',
      orderStatus: { status: 'REJECTED', statusMessage: 'RMS: no margin' },
    } as const
    for (const uuid of ['b', 'c', 'd']) await publish(uuid, false)
    await publish('x', false, { ...rejected, orderId: '1' })
    await pass(5000)
    await open()
    expect(told.slice(1)).toEqual(['error: RMS: no margin', 'info: 3 missed notifications'])
  })

  test('are kept up to a bound', async () => {
    const { openTab, open, publish } = browser()
    const { uuids } = await openTab()
    await open()
    for (let index = 0; index < NOTIFICATIONS_MAX + 5; index++) await publish(`n${index}`)
    expect([uuids().length, uuids()[0]]).toEqual([NOTIFICATIONS_MAX, `n${NOTIFICATIONS_MAX + 4}`])
  })

  test('that arrive while nobody looks are told together when somebody does', async () => {
    const { openTab, open, publish } = browser()
    const { stream, told } = await openTab()
    await open()
    stream.send({ type: 'page.hidden' })
    for (const uuid of ['a', 'b', 'c', 'd']) await publish(uuid)
    expect(told).toEqual([])
    stream.send({ type: 'page.shown' })
    stream.send({ type: 'page.shown' })
    expect(told).toEqual(['info: 4 missed notifications'])
  })
})

describe('the notifications of before', () => {
  const historyOf = ({ stream }: { readonly stream: Actor<typeof notificationStreamMachine> }) =>
    stream.getSnapshot().context.history.kind

  test('that cannot be loaded are no empty list: they are asked for again by themselves and by a person', async () => {
    const { openTab, setServing, stored, pass } = browser()
    const first = await openTab()
    setServing(false)
    stored.push(notification('old'))
    const second = await openTab()
    expect([historyOf(first), historyOf(second), second.uuids()]).toEqual(['known', 'failed', []])
    setServing(true)
    await pass(GAP_RETRY_MS)
    expect([historyOf(second), second.uuids(), second.told]).toEqual(['known', ['old'], []])

    setServing(false)
    const third = await openTab()
    setServing(true)
    third.stream.send({ type: 'notices.reload' })
    await settle()
    expect([historyOf(third), third.uuids()]).toEqual(['known', ['old']])
  })

  test('are loaded by the page that holds the stream as soon as it is open, and are no news', async () => {
    const { openTab, setServing, stored, open, publish, asked } = browser()
    setServing(false)
    stored.push(notification('old'))
    const tab = await openTab()
    setServing(true)
    await publish('new', false)
    await open()
    expect([historyOf(tab), tab.uuids(), tab.told, asked]).toEqual(['known', ['new', 'old'], [], [null]])
  })

  test('are asked for again by a page that slept, and told nobody twice', async () => {
    const { openTab, open, pass, stored } = browser()
    await openTab()
    await open()
    const second = await openTab()
    second.stream.send({ type: 'page.slept' })
    stored.push(notification('meanwhile'))
    await pass(GAP_RETRY_MS)
    expect([historyOf(second), second.uuids(), second.told]).toEqual(['known', ['meanwhile'], []])
  })

  test('stay known when a later gap cannot be closed', async () => {
    const { openTab, setServing, open } = browser()
    const tab = await openTab()
    setServing(false)
    await open()
    expect(historyOf(tab)).toEqual('known')
  })
})

describe('the stream', () => {
  test('is given up after ten retries with the text of the specification, and a person can retry', async () => {
    const { openTab, fail, pass, streams, open } = browser()
    const { stream, told } = await openTab()
    for (let retry = 0; retry < STREAM_RETRIES_MAX; retry++) {
      await fail()
      expect(told).toEqual([])
      await pass(30_000)
    }
    await fail()
    await pass(100 * 30_000)
    expect([streams.length, told, streamStateOf(stream.getSnapshot())]).toEqual([
      1 + STREAM_RETRIES_MAX,
      ['error: Failed to connect to notifications, Please refresh the page'],
      'gaveUp',
    ])
    stream.send({ type: 'stream.retry' })
    await open()
    expect(streamStateOf(stream.getSnapshot())).toEqual('open')
  })

  test('that is refused while too many windows are open is asked for ever more seldom, and says why', async () => {
    const { openTab, open, say, pass, streams } = browser()
    const { stream } = await openTab()
    const second = await openTab()
    for (const waitMs of [10_000, 20_000, 40_000]) {
      const before = streams.length
      await say({ type: 'stream.crowded' })
      const { context } = stream.getSnapshot()
      expect([context.retryMs, streamStateOf(stream.getSnapshot())]).toEqual([waitMs, 'crowded'])
      expect(streamStateOf(second.stream.getSnapshot())).toEqual('crowded')
      await pass(waitMs - 1)
      expect(streams.length).toEqual(before)
      await pass(1)
      expect([streams.length, streamStateOf(stream.getSnapshot())]).toEqual([before + 1, 'crowded'])
    }
    await open()
    expect(streamStateOf(stream.getSnapshot())).toEqual('open')
  })

  test('is asked for at once by a page that is looked at while it waits for room', async () => {
    const { openTab, say, streams } = browser()
    const { stream } = await openTab()
    await say({ type: 'stream.crowded' })
    stream.send({ type: 'page.shown' })
    await settle()
    expect(streams.length).toEqual(2)
  })

  test('goes on in another tab once the one that holds it is frozen', async () => {
    const { openTab, open, publish, streams, freeze } = browser()
    const first = await openTab()
    await open()
    const second = await openTab()
    await freeze()
    expect([streams.map(({ isOpen }) => isOpen), streamStateOf(second.stream.getSnapshot())]).toEqual([
      [false, true],
      'reconnecting',
    ])
    await open()
    await publish('one')
    expect([first.uuids(), second.uuids()]).toEqual([['one'], ['one']])
    expect([first.told, second.told]).toEqual([['info: about one'], ['info: about one']])
  })

  test('that opens and closes at once is tried ever more rarely, and given up with a word', async () => {
    const { openTab, fail, pass, open, streams } = browser()
    const { stream, told } = await openTab()
    const waits: number[] = []
    for (let time = 0; time < STREAM_RETRIES_MAX; time++) {
      await open()
      await fail()
      waits.push(stream.getSnapshot().context.retryMs)
      await pass(30_000)
    }
    await open()
    await fail()
    await pass(100 * 30_000)
    expect([waits.toSorted((a, b) => a - b), waits.at(-1), streams.length, told]).toEqual([
      waits,
      17_500,
      1 + STREAM_RETRIES_MAX,
      ['error: Failed to connect to notifications, Please refresh the page'],
    ])
  })

  test('that opens and lasts begins the count of retries anew', async () => {
    const { openTab, fail, pass, open, streams } = browser()
    const { told } = await openTab()
    for (let time = 0; time < 3 * STREAM_RETRIES_MAX; time++) {
      await fail()
      await pass(5000)
      await open()
      await pass(STEADY_MS)
    }
    expect([streams.length, told]).toEqual([1 + 3 * STREAM_RETRIES_MAX, []])
  })

  test('tells of orders and positions', async () => {
    const { openTab, open, say } = browser()
    const { told } = await openTab()
    await open()
    await say({ type: 'stream.positions', syms: ['NSE_INFY'] })
    expect(told).toEqual(['positions NSE_INFY'])
  })
})

describe('tabs', () => {
  test('share one stream, and each lists and is told what came by it', async () => {
    const { openTab, open, publish, streams, say } = browser()
    const tabs = [await openTab(), await openTab(), await openTab()]
    await open()
    await publish('a')
    await say({ type: 'stream.positions', syms: ['NSE_TCS'] })
    expect(streams.length).toEqual(1)
    expect(tabs.map(({ uuids, told }) => [uuids(), told])).toEqual(
      Array(3).fill([['a'], ['info: about a', 'positions NSE_TCS']]),
    )
  })

  test('take over from a leader that is gone, and what it missed is asked for', async () => {
    const { openTab, open, publish, streams, asked } = browser()
    const first = await openTab()
    const second = await openTab()
    await open()
    await publish('a')
    first.stream.stop()
    await publish('between', false)
    await settle()
    await open()
    expect([streams.map(({ isOpen }) => isOpen), asked, second.uuids()]).toEqual([
      [false, true],
      [null, 'a'],
      ['between', 'a'],
    ])
  })

  test('that nobody looked at do not tell again what another one told', async () => {
    const { openTab, open, publish } = browser()
    const leader = await openTab()
    const seen = await openTab()
    leader.stream.send({ type: 'page.hidden' })
    await open()
    await publish('a')
    leader.stream.send({ type: 'page.shown' })
    expect([leader.told, seen.told]).toEqual([[], ['info: about a']])
  })

  test('that nobody looked at do not tell again what the one that holds the stream told', async () => {
    const { openTab, open, publish } = browser()
    const leader = await openTab()
    const hidden = await openTab()
    hidden.stream.send({ type: 'page.hidden' })
    await open()
    await publish('a')
    hidden.stream.send({ type: 'page.shown' })
    expect([leader.told, hidden.told]).toEqual([['info: about a'], []])
  })

  test('show what the leader says of the stream, and can ask it to retry', async () => {
    const { openTab, fail, pass, open } = browser()
    await openTab()
    const second = await openTab()
    for (let retry = 0; retry <= STREAM_RETRIES_MAX; retry++) {
      await fail()
      await pass(30_000)
    }
    const before = streamStateOf(second.stream.getSnapshot())
    second.stream.send({ type: 'stream.retry' })
    await settle()
    await open()
    expect([before, streamStateOf(second.stream.getSnapshot())]).toEqual(['gaveUp', 'open'])
  })

  test('sound once', async () => {
    const { openTab, open, say } = browser()
    const tabs = [await openTab(), await openTab()]
    await open()
    const alert = notification('a', { notificationType: 'scanner', scannerName: 'RSI' })
    await say({ type: 'stream.notice', notice: alert })
    expect(tabs.flatMap(({ told }) => told).filter((one) => one === 'sound')).toEqual(['sound'])
  })
})

test('the end of the session forgets everything and closes the stream', async () => {
  const { openTab, open, publish, streams } = browser()
  const { stream, uuids } = await openTab()
  await open()
  await publish('a')
  stream.send({ type: 'session.ended' })
  expect([uuids(), streams.map(({ isOpen }) => isOpen), stream.getSnapshot().value]).toEqual([
    [],
    [false],
    'idle',
  ])
})
