import { describe, expect, test } from 'vitest'
import { isUnreadable } from '../../src/contract/notifications/notice-record.ts'
import { toWire } from '../../src/contract/wire.ts'
import {
  type EventsListeners,
  FIRST_WORD_MS,
  openNotificationStream,
  readStreamEvent,
  STREAM_SILENCE_MS,
} from '../../src/platform/notification-stream.ts'
import { notification } from '../support/server/live.ts'

const json = (value: unknown): string => JSON.stringify(toWire(value))

describe('an event', () => {
  test('without a name is a notification', () => {
    expect(readStreamEvent('', json(notification('a', { notificationMsg: 'data: x\nevent: y' })))).toEqual({
      type: 'stream.notice',
      notice: notification('a', { notificationMsg: 'data: x\nevent: y' }),
    })
  })

  test('of positions names the symbols', () => {
    expect(readStreamEvent('position-update', '{"syms":["NSE_INFY"]}')).toEqual({
      type: 'stream.positions',
      syms: ['NSE_INFY'],
    })
  })

  test.each([
    ['the control word', '', 'heartbeat'],
    ['the control word anywhere', '', json(notification('a', { notificationMsg: 'a heartbeat' }))],
    ['an unknown name', 'surprise', '{}'],
    ['a heartbeat of its own name', 'heartbeat', '{}'],
    ['an order that is none', 'order-update', '{}'],
    ['positions that are none', 'position-update', '{"syms":"NSE_INFY"}'],
  ])('with %s is nothing', (_, name, data) => {
    expect(readStreamEvent(name, data)).toEqual(null)
  })

  test.each([
    ['no JSON', '{"notification_uuid":'],
    ['no word', '{"notification_uuid":"a"}'],
    ['too much', json(notification('a', { notificationMsg: 'x'.repeat(70_000) }))],
  ])('that is a plain message with %s is one that could not be read', (_, data) => {
    const read = readStreamEvent('', data)
    expect(read?.type === 'stream.notice' && isUnreadable(read.notice)).toEqual(true)
  })

  test('whose word is broken by an escape is read', () => {
    const data = json(notification('a', { notificationMsg: 'Heartbeat heartbeat' })).replaceAll(
      'eartbeat',
      'e\\u0061rtbeat',
    )
    const read = readStreamEvent('', data)
    expect(read?.type === 'stream.notice' && read.notice.notificationMsg).toEqual('Heartbeat heartbeat')
  })
})

describe('a stream', () => {
  const start = ({ isPadded = false } = {}) => {
    const told: string[] = []
    const timers: { ms: number; run: () => void; isOn: boolean }[] = []
    let listeners: EventsListeners | null = null
    const end = openNotificationStream(
      {
        url: '/stream?token=T',
        isPadded,
        openEvents: (url, heard) => {
          told.push(`open ${url}`)
          listeners = heard
          return () => told.push('close')
        },
        after: (ms, run) => {
          const timer = { ms, run, isOn: true }
          timers.push(timer)
          return () => {
            timer.isOn = false
          }
        },
      },
      {
        opened: () => told.push('opened'),
        event: ({ type }) => told.push(type),
        closed: () => told.push('closed'),
        heldBack: () => told.push('heldBack'),
      },
    )
    const browser = (): EventsListeners => {
      if (listeners === null) throw new Error('no stream was opened')
      return listeners
    }
    const running = () => timers.filter(({ isOn }) => isOn)
    return { end, told, browser, running }
  }

  test('tells what comes and lives on after what cannot be read', () => {
    const { told, browser } = start()
    browser().opened()
    browser().event('', '{torn')
    browser().event('heartbeat', '{}')
    browser().event('', json(notification('a')))
    expect(told).toEqual(['open /stream?token=T', 'opened', 'stream.notice', 'stream.notice'])
  })

  test('that is silent for three heartbeats is closed', () => {
    const { told, browser, running } = start()
    browser().opened()
    browser().event('heartbeat', '{}')
    expect(running().map(({ ms }) => ms)).toEqual([STREAM_SILENCE_MS])
    running()[0]?.run()
    expect(told).toEqual(['open /stream?token=T', 'opened', 'close', 'closed'])
  })

  test('of which nothing is heard after its head is held back, if it was not padded', () => {
    const { told, browser, running } = start()
    browser().opened()
    expect(running().map(({ ms }) => ms)).toEqual([FIRST_WORD_MS])
    running()[0]?.run()
    expect([told, running()]).toEqual([['open /stream?token=T', 'opened', 'close', 'heldBack'], []])
    const padded = start({ isPadded: true })
    padded.browser().opened()
    expect(padded.running().map(({ ms }) => ms)).toEqual([STREAM_SILENCE_MS])
    padded.running()[0]?.run()
    expect(padded.told.at(-1)).toEqual('closed')
  })

  test('that is ended or fails leaves no timer behind', () => {
    const ended = start()
    ended.end()
    const failed = start()
    failed.browser().failed()
    expect([ended.running(), failed.running(), failed.told.at(-1)]).toEqual([[], [], 'closed'])
  })
})
