import { describe, expect, test } from 'vitest'
import {
  isAlert,
  isHeard,
  type NotificationFields,
  noticeOf,
} from '../../../src/domain/notifications/notice.ts'

const notice = (others: Partial<NotificationFields>): NotificationFields => ({
  notificationType: 'order-notification',
  notificationMsg: 'Buy signal in INFY',
  deploymentType: 'live',
  algoName: null,
  actionType: null,
  scannerName: null,
  alertType: null,
  slug: null,
  orderStatus: null,
  ...others,
})

describe('which notifications are shown', () => {
  const types = [
    'alert-notification',
    'order-notification',
    'order-placement',
    'order-webhook',
    'price-trigger-notification',
    'scanner',
  ]
  test.each([
    ['live', types],
    ['auto', ['order-webhook', 'scanner']],
    ['paper', ['order-webhook', 'scanner']],
    ['scanner', ['order-webhook', 'scanner']],
    ['order', ['order-webhook', 'scanner']],
  ])('of %s deployments: %o', (deploymentType, shown) => {
    const found = types.filter(
      (notificationType) => noticeOf(notice({ notificationType, deploymentType })) !== null,
    )
    expect(found).toEqual(shown)
  })

  test('a direct one whatever its type and deployment', () => {
    const direct = notice({ deploymentType: 'paper', alertType: 'direct' })
    expect(noticeOf(direct)).toEqual({ kind: 'info', text: 'Buy signal in INFY', detail: null, path: null })
  })

  test('those worth a sound are alerts, triggers and scanners', () => {
    expect(types.filter((notificationType) => isAlert(notice({ notificationType })))).toEqual([
      'alert-notification',
      'price-trigger-notification',
      'scanner',
    ])
  })
})

describe('how they read', () => {
  test.each<[string, Partial<NotificationFields>, string, string | null]>([
    [
      'a deployment',
      { algoName: 'EMA cross', actionType: 'entry', notificationMsg: 'done' },
      'EMA cross | entry done',
      '/live-trades?type=live',
    ],
    [
      'a deployment that is named',
      { algoName: 'EMA cross', notificationMsg: 'done', deploymentType: 'live', deploymentUuid: 'd1' },
      'EMA cross | done',
      '/live-trades?type=live&key=d1',
    ],
    [
      'a scanner',
      { notificationType: 'scanner', scannerName: 'RSI', notificationMsg: '3 stocks', slug: 'rsi 1' },
      'RSI | 3 stocks',
      '/scanner/rsi%201',
    ],
    ['one without a word', { notificationMsg: '' }, 'Notification', '/live-trades?type=live'],
    [
      'one of an order',
      { notificationType: 'order-webhook', deploymentType: 'order' },
      'Buy signal in INFY',
      null,
    ],
  ])('%s', (_, fields, text, path) => {
    expect(noticeOf(notice(fields))).toEqual({ kind: 'info', text, detail: null, path })
  })

  test('200 characters are left whole, of more the rest is an ellipsis', () => {
    const textOf = (length: number) => noticeOf(notice({ notificationMsg: '₹'.repeat(length) }))?.text
    expect([textOf(200), textOf(201)]).toEqual(['₹'.repeat(200), `${'₹'.repeat(200)}…`])
  })
})

test.each<[string, string | null, object | null]>([
  [
    'COMPLETE',
    'whatever',
    { kind: 'success', text: 'Order Placed Successfully', detail: 'Buy signal in INFY', path: null },
  ],
  [
    'REJECTED',
    'RMS: no margin',
    { kind: 'error', text: 'RMS: no margin', detail: 'Buy signal in INFY', path: null },
  ],
  ['REJECTED', null, { kind: 'error', text: 'Order Rejected', detail: 'Buy signal in INFY', path: null }],
  [
    'CANCELLED',
    'by the exchange',
    { kind: 'info', text: 'by the exchange', detail: 'Buy signal in INFY', path: null },
  ],
  ['CANCELLED', '', { kind: 'info', text: 'Order Cancelled', detail: 'Buy signal in INFY', path: null }],
  ['OPEN', null, null],
])('a direct order that is %s, %s', (status, statusMessage, shown) => {
  const fields = notice({
    notificationType: 'order-webhook',
    deploymentType: 'order',
    alertType: 'direct',
    orderStatus: { status, statusMessage },
  })
  expect(noticeOf(fields)).toEqual(shown)
})

test.each<[readonly (string | null)[], readonly string[], boolean]>([
  [['Rising'], [], true],
  [['Rising'], ['Rising'], false],
  [['Rising', 'Falling'], ['Rising'], true],
  [[null], ['Rising'], true],
  [[], [], false],
])('alerts %o are heard while %o are muted: %s', (names, muted, heard) => {
  expect(
    isHeard(
      names.map((scannerName) => notice({ scannerName })),
      muted,
    ),
  ).toBe(heard)
})
