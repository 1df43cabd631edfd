import { describe, expect, test } from 'vitest'
import { readNoticeRecord } from '../../../src/contract/notifications/notice-record.ts'
import { originOf, targetOf, unreadIn } from '../../../src/views/notices/notice-words.ts'

test('the unread of plain orders are those that no deployment and no scanner has', () => {
  const counted = { unreadCount: 11, unreadSplitCount: { auto: 1, live: 2, paper: 0, scanner: 3 } }
  expect([unreadIn('all', counted), unreadIn('live', counted), unreadIn('order', counted)]).toEqual([
    11, 2, 5,
  ])
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

  test('an order has the primary tone', () => {
    expect(originOf({ deploymentType: 'order' }).tone).toEqual('primary')
  })
})
