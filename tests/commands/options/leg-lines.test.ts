import { describe, expect, test } from 'vitest'
import { emptyContext } from '../../../src/commands/context.ts'
import { type CommandCall, dispatchesOf, findCommand } from '../../../src/commands/registry.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { tradingWith } from '../../support/command-environment.ts'

const at = (symbol: string) => `NFO-OPT_${symbol}` as InstrumentId
const CALL = at('NIFTY26NOV25900CE')

const written = (changes: Partial<OrderDraft> = {}) =>
  tradingWith({
    context: {
      ...emptyContext,
      signedIn: true,
      view: 'order-window',
      'focus.kind': 'leg',
      'focus.key': 'one',
    },
    legs: [
      {
        leg: 'one',
        draft: plainDraft({ instrument: CALL, side: 'sell', product: 'NRML', quantity: 130, ...changes }),
      },
    ],
  })

/** What a step makes of the leg, or why it cannot be made. */
const stepped = (call: CommandCall, here = written()) => {
  const problem = findCommand(call.command)?.check?.(call.args as never, here) ?? null
  if (problem !== null) return problem.expected
  const [first] = dispatchesOf(call, here)
  if (first?.to !== 'basket' || first.event.type !== 'basket.change') return first
  const { instrument, quantity, orderType, price } = first.event.change
  return [first.event.leg, instrument?.split('_')[1], quantity, orderType, price]
}

const strike = (by: number): CommandCall => ({ command: 'basket.strike', args: { by, leg: 'one' } })
const expiry = (by: 1 | -1): CommandCall => ({ command: 'basket.expiry', args: { by, leg: 'one' } })

describe('a leg of the basket', () => {
  test('steps to the next listed strike with as many lots', () => {
    expect([stepped(strike(1)), stepped(strike(-1))]).toEqual([
      ['one', 'NIFTY26NOV25950CE', 130, 'MARKET', null],
      ['one', 'NIFTY26NOV25850CE', 130, 'MARKET', null],
    ])
  })

  test('takes the touch of its new contract for its limit, and none where it is not known', () => {
    const here = written({ orderType: 'LIMIT', price: 110 })
    expect([stepped(strike(1), here), stepped(strike(-1), here)]).toEqual([
      ['one', 'NIFTY26NOV25950CE', 130, 'LIMIT', 85.35],
      ['one', 'NIFTY26NOV25850CE', 130, 'LIMIT', null],
    ])
  })

  test('steps to the next listed expiry and no farther back than the first', () => {
    expect(stepped(expiry(1))).toEqual([
      'one',
      expect.stringMatching(/^NIFTY26(?!NOV)\w+25900CE$/),
      130,
      'MARKET',
      null,
    ])
    expect(stepped(expiry(-1))).toEqual('an expiry that is listed, of a leg that is a contract')
  })

  test('that is no option has no other strike', () => {
    const future = written({ instrument: 'NFO-FUT_NIFTY26NOVFUT' as InstrumentId })
    expect(stepped(strike(1), future)).toEqual('a strike that is listed, of a leg that is an option')
    expect(stepped({ command: 'basket.strike', args: { by: 1, leg: 'gone' } })).toEqual(
      'a strike that is listed, of a leg that is an option',
    )
  })
})
