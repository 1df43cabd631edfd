import { statusOf } from '../../../src/contract/error-table.ts'
import type { Order } from '../../broker/account.ts'
import type { Outcome } from '../../broker/broker.ts'
import type { Refused } from '../../broker/rules.ts'
import { Refusal } from '../../refusal.ts'

const RETRY_SECONDS = 1
const retried: ReadonlySet<number> = new Set([statusOf('TOO_MANY'), statusOf('UNAVAILABLE')])

export const toRefusal = ({ code, message }: Refused): Refusal =>
  new Refusal(code, message, retried.has(statusOf(code)) ? { retryAfterSeconds: RETRY_SECONDS } : {})

/** The same for an unknown order and for another user's. */
export const noOrder = (): Refusal => new Refusal('ORDER_NOT_FOUND', "Couldn't find that `order_id`.")

export const noInstrument = (sym: string): Refusal =>
  new Refusal(
    'UNKNOWN_INSTRUMENT',
    'The instrument you are placing an order for has either expired or does not exist.',
    {
      issues: [`sym: ${sym} is not listed today`],
    },
  )

export const doneOr = (outcome: Outcome): Extract<Outcome, { kind: 'done' }> => {
  switch (outcome.kind) {
    case 'done':
      return outcome
    case 'refused':
      throw toRefusal(outcome)
    case 'notFound':
      throw noOrder()
    case 'keyReused':
      throw new Refusal(
        'KEY_REUSED',
        `This client order id belongs to a different order, ${outcome.order.id}.`,
      )
    default:
      return outcome satisfies never
  }
}

export const orderOf = (outcome: Outcome): { readonly order: Order; readonly isRepeat: boolean } => {
  const { order, isRepeat } = doneOr(outcome)
  if (order === null) throw noOrder()
  return { order, isRepeat }
}
