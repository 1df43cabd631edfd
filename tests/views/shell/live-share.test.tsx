import { expect, test } from 'vitest'
import {
  MISSING_MS,
  nothingAsked,
  type Subscriptions,
} from '../../../src/machines/quotes/quote-subscriptions.ts'
import { liveShareTitle, liveShareWords } from '../../../src/views/shell/status/live-share.ts'
import { instrument } from '../../support/server/live.ts'

const many = Array.from({ length: 12 }, (_, index) => instrument(`NSE_S${index}`))
const subscriptions = (others: Partial<Subscriptions>): Subscriptions => ({
  ...nothingAsked,
  wanted: many,
  subscribed: many,
  ...others,
})

test('nothing is said of the share while all prices come in, or have no price yet', () => {
  const all = subscriptions({ unpriced: [instrument('NSE_S3')] })
  expect([liveShareWords(all), liveShareTitle(all)]).toEqual([null, '12 symbols\nNo price yet: S3'])
})

test('of prices that do not come in the share is said, and which they are and why', () => {
  const share = subscriptions({
    awaited: many.slice(1, 11).map((id) => ({ instrument: id, waitedMs: MISSING_MS, askAgainAtMs: 5_000 })),
    refused: [instrument('NSE_S0')],
  })
  expect([liveShareWords(share), liveShareTitle(share)]).toEqual([
    '1 of 12 prices live',
    [
      '12 symbols',
      'No response yet, retrying: S1, S2, S3, S4, S5, S6, S7, S8 and 2 more',
      'Rejected by the server: S0',
    ].join('\n'),
  ])
  const one = many.slice(0, 1)
  expect(liveShareWords(subscriptions({ wanted: one, refused: one }))).toEqual('0 of 1 price live')
})
