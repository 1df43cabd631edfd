import type { Order } from '../../broker/account.ts'
import type { Outcome } from '../../broker/broker.ts'
import type { Refused } from '../../broker/rules.ts'
import { Refusal, type RefusalKind } from '../../refusal.ts'

const kindOfCode: Readonly<Record<string, RefusalKind>> = {
  RATE_LIMIT: 'tooMany',
  UNAVAILABLE: 'unavailable',
}

/** Kite Connect's exception types: a bad request is malformed, a bad moment conflicts. */
const kindOfType: Readonly<Record<string, RefusalKind>> = {
  InputException: 'malformed',
  OrderException: 'conflict',
  MarginException: 'conflict',
  HoldingException: 'conflict',
  UserException: 'conflict',
  PermissionException: 'forbidden',
  NetworkException: 'unavailable',
  GeneralException: 'unavailable',
}

const RETRY_SECONDS = 1

export const toRefusal = ({ type, code, message }: Refused): Refusal => {
  const kind = kindOfCode[code] ?? kindOfType[type] ?? 'malformed'
  const mayRetry = kind === 'tooMany' || kind === 'unavailable'
  return new Refusal(kind, message, { code, ...(mayRetry ? { retryAfterSeconds: RETRY_SECONDS } : {}) })
}

/** The same for an unknown order and for another user's. */
export const noOrder = (): Refusal =>
  new Refusal('notFound', "Couldn't find that `order_id`.", { code: 'ORDER_NOT_FOUND' })

export const noInstrument = (sym: string): Refusal =>
  new Refusal(
    'malformed',
    'The instrument you are placing an order for has either expired or does not exist.',
    {
      code: 'UNKNOWN_INSTRUMENT',
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
        'conflict',
        `This client order id belongs to a different order, ${outcome.order.id}.`,
        { code: 'KEY_REUSED' },
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
