import { expect, test } from 'vitest'
import { unreadIn } from '../../../src/views/notices/notice-words.ts'

test('the unread of plain orders are those that no deployment and no scanner has', () => {
  const counted = { unreadCount: 11, unreadSplitCount: { auto: 1, live: 2, paper: 0, scanner: 3 } }
  expect([unreadIn('all', counted), unreadIn('live', counted), unreadIn('order', counted)]).toEqual([
    11, 2, 5,
  ])
})
