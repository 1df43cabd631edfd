import { describe, expect, test } from 'vitest'
import { readNoticeRecord } from '../../../src/contract/notifications/notice-record.ts'
import { originOf, targetOf, timeInWords, unreadIn } from '../../../src/views/notices/notice-words.ts'

test('the unread of plain orders are those that no deployment and no scanner has', () => {
  const counted = { unreadCount: 11, unreadSplitCount: { auto: 1, live: 2, paper: 0, scanner: 3 } }
  expect([unreadIn('all', counted), unreadIn('live', counted), unreadIn('order', counted)]).toEqual([
    11, 2, 5,
  ])
})

test.each([
  ['2026-11-23T05:17:00Z', '10:47'],
  ['2026-11-20T05:17:00Z', '20 Nov, 10:47'],
  ['2025-12-31T18:29:00Z', '31 Dec 2025, 23:59'],
  ['2025-12-31T18:31:00Z', '1 Jan, 00:01'],
  ['Invalid Date', 'no time'],
])('the time %s of a notice is said as %s', (triggerTime, words) => {
  expect(timeInWords(triggerTime, Date.parse('2026-11-23T12:00:00+05:30'))).toEqual(words)
})

describe('what the list opens', () => {
  const direct = {
    notificationType: 'order-notification',
    notificationMsg: 'INFY: 10 bought at 1500.00',
    deploymentType: 'order',
    alertType: 'direct',
    orderStatus: { status: 'COMPLETE', statusMessage: null },
    orderId: '261120000000001',
  }

  test('of an order are its details', () => {
    expect(targetOf(readNoticeRecord(direct))).toEqual({ orderId: '261120000000001' })
  })

  test('of a deployment is its page, of a notice without either nothing', () => {
    const live = { ...direct, deploymentType: 'live', alertType: null, orderStatus: null }
    expect(targetOf(readNoticeRecord(live))).toEqual({ path: '/live-trades?type=live' })
    expect(targetOf(readNoticeRecord({ ...direct, orderId: null }))).toBeNull()
  })

  test.each([
    ['positions', '/positions'],
    ['gtt', '/gtt'],
  ])('of a notice about no single order is its screen, as %s', (slug, path) => {
    const notice = { ...direct, notificationType: 'order-webhook', alertType: null, orderId: null, slug }
    expect(targetOf(readNoticeRecord(notice))).toEqual({ path })
    expect(targetOf(readNoticeRecord({ ...notice, slug: 'no-such-screen' }))).toBeNull()
  })

  test('an order has the primary tone', () => {
    expect(originOf({ deploymentType: 'order' }).tone).toEqual('primary')
  })
})
