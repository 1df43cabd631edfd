import { formatNumber } from '../../../domain/format.ts'
import type { GttWhen } from '../../../domain/orders/gtt/gtt.ts'
import { PRICE_MAX } from '../../../domain/orders/order-prices.ts'
import type { ArgKind } from '../../command.ts'
import { amountAt } from '../number.ts'
import { refuse, taken } from '../words.ts'

const words: readonly (readonly [RegExp, GttWhen])[] = [
  [/(?:below|under|<=?)\s*/iy, 'below'],
  [/(?:above|over|>=?)\s*/iy, 'above'],
]

/** Rupees a unit: the trade at or beyond which the order is sent. */
export const gttTrigger: ArgKind<{ readonly when: GttWhen; readonly price: number }> = {
  token: 'stop',
  expects: 'below or above with a price, such as below 1505',
  read(line, from) {
    for (const [pattern, when] of words) {
      pattern.lastIndex = from
      if (!pattern.test(line)) continue
      const { lastIndex } = pattern
      const found = amountAt(line, line[lastIndex] === '@' ? lastIndex + 1 : lastIndex)
      return found !== null &&
        (found.unit === '' || found.unit === 'rs') &&
        found.amount > 0 &&
        found.amount <= PRICE_MAX
        ? taken({ when, price: found.amount }, found.to)
        : refuse(line, lastIndex, `a price above 0 and at most ${formatNumber(PRICE_MAX, 0)}`)
    }
    return null
  },
  print: ({ when, price }) => `${when} ${price}`,
  complete: (word) =>
    [
      { text: 'below', detail: 'sent when it trades at the price or lower' },
      { text: 'above', detail: 'sent when it trades at the price or higher' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}
