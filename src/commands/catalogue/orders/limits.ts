import { limitInWords } from '../../../domain/orders/limit-in-words.ts'
import {
  isFairLimit,
  type OwnLimitName,
  type OwnLimits,
  ownLimits,
} from '../../../domain/orders/own-limits.ts'
import { pathOf } from '../../../domain/screens.ts'
import { command, required, to } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { formValue } from '../../grammar/form-value.ts'
import { limitValue } from '../../grammar/orders/limit-value.ts'

const names = choice<OwnLimitName>('a limit such as day loss, lots or price band', [
  { value: 'dailyLoss', words: ['day loss', 'daily loss', 'loss'], title: 'Max loss in a day, ₹' },
  { value: 'lotsPerOrder', words: ['lots', 'lots per order'], title: 'Max lots in one order' },
  { value: 'orderValue', words: ['order value', 'value'], title: 'Max value of one order, ₹' },
  {
    value: 'openPositions',
    words: ['open positions', 'positions'],
    title: 'Max open positions, pending orders included',
  },
  { value: 'openOrders', words: ['open orders', 'orders'], title: 'Max open orders' },
  { value: 'priceBand', words: ['price band', 'band'], title: 'Max % from the last price' },
  {
    value: 'optionPriceBand',
    words: ['option price band', 'option band'],
    title: 'The same for options',
  },
])

export const openLimits = command({
  id: 'limits.open',
  title: 'Account limits',
  keywords: ['risk', 'day loss', 'daily loss', 'price band', 'lots', 'settings', 'refused'],
  verb: 'limits',
  aliases: ['risk limits'],
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('settings', { section: 'limits' }) }),
})

/** Takes effect at once; the notice of the change offers the undo. */
export const setLimit = command({
  id: 'limits.set',
  title: 'Change an account limit',
  keywords: ['risk', 'day loss', 'daily loss', 'price band', 'lots', 'maximum'],
  verb: 'limit',
  when: 'signedIn',
  effect: 'local',
  args: { limit: required('Limit', names), value: required('Value', limitValue) },
  run: ({ limit, value }) => to('limitsChange', { type: 'request.send', input: { [limit]: value } }),
  check: ({ limit, value }) => {
    if (isFairLimit(limit, value)) return null
    const { min, max, unit } = ownLimits[limit]
    const whole = unit === 'count' ? 'a whole number from' : 'a value from'
    const expected = `${whole} ${limitInWords(limit, min)} to ${limitInWords(limit, max)}`
    return { arg: 'value', found: limitValue.print(value), expected }
  },
  describe: ({ limit, value }) =>
    `Set limit: ${ownLimits[limit].title.toLowerCase()} ${limitInWords(limit, value)}, at once`,
})

export const saveLimits = command({
  id: 'limits.save',
  title: 'Save the account limits',
  verb: 'limits save',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { limits: required('Limits', formValue<Partial<OwnLimits>>('the changed limits')) },
  run: ({ limits }) => to('limitsChange', { type: 'request.send', input: limits }),
})

export const limitCommands = [openLimits, setLimit, saveLimits] as const
