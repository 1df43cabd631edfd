import { expect, test } from 'vitest'
import {
  isServerId,
  isUnreadable,
  readNoticeRecord,
  readWireNotice,
  readWireNotices,
} from '../../../src/contract/notifications/notice-record.ts'
import { getNotifications, Notification } from '../../../src/contract/notifications/notifications.ts'
import { toWire } from '../../../src/contract/wire.ts'
import { notification } from '../../support/server/live.ts'

test('a whole record is the notification it is', () => {
  const whole = notification('a', { orderStatus: { status: 'REJECTED', statusMessage: null }, orderId: '7' })
  expect(readNoticeRecord(whole)).toEqual(whole)
  expect(readWireNotice(toWire(Notification, whole))).toEqual(whole)
})

const wire = (uuid: string) => toWire(Notification, notification(uuid))
const { notification_uuid: _, ...unnamed } = wire('a')

test('two records without an id are two, also where they are equal to the letter', () => {
  const read = readWireNotices([unnamed, { ...unnamed, notification_msg: 'another' }, unnamed])
  expect(read.map(({ notificationMsg }) => notificationMsg)).toEqual(['about a', 'another', 'about a'])
  expect(new Set(read.map(({ notificationUuid }) => notificationUuid)).size).toBe(3)
  expect(readWireNotice(unnamed)).toEqual(read[0])
})

test('two records without an id that come by themselves have two ids, and neither is one of the server', () => {
  const ids = [unnamed, { ...unnamed, notification_msg: 'another' }].map(
    (record) => readWireNotice(record).notificationUuid,
  )
  expect([new Set(ids).size, ids.map(isServerId), ids.includes('')]).toEqual([2, [false, false], false])
})

test.each([
  ['a time that is none', { triggerTime: 'yesterday' }, { triggerTime: 'yesterday' }],
  ['a time in milliseconds', { triggerTime: 0 }, { triggerTime: '1970-01-01T00:00:00.000Z' }],
  ['no time', { triggerTime: null }, { triggerTime: '' }],
  ['a type nobody knows', { notificationType: 'surprise' }, { notificationType: 'order-notification' }],
  ['a deployment nobody knows', { deploymentType: 7 }, { deploymentType: 'order' }],
  ['fields nobody knows', { extra: 1 }, {}],
])('a record with %s is shown', (_, odd, expected) => {
  const read = readNoticeRecord({ ...notification('a'), ...odd })
  expect(read).toEqual({ ...notification('a'), ...expected })
})

test('what says nothing is counted as unreadable, once however often it comes, and never lost', () => {
  const records = [null, 7, 'text', [], {}, { notification_uuid: 'a' }, wire('b')]
  const read = readWireNotices(records)
  expect([read.length, read.filter(isUnreadable).length]).toEqual([7, 6])
  expect(readWireNotices(records)).toEqual(read)
})

test('whatever the record, what is made of it keeps the contract', () => {
  const records = [
    null,
    {},
    unnamed,
    { ...wire('a'), order_status: { status: 1 } },
    { ...wire('a'), order_status: [] },
    { trigger_time: 9e20 },
  ]
  expect(
    getNotifications.reply.safeParse(toWire(getNotifications.reply, [...readWireNotices(records)])).success,
  ).toBe(true)
})
