import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { OrderDraft } from '../../../domain/orders/order-draft.ts'
import type { OrderInput } from '../../../domain/orders/order-words.ts'
import { type OrderMarket, type OrderOutcome, orderOutcome } from '../../../domain/orders/outcome-in-words.ts'
import type { RowWords } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { draftOf, draftParts } from './order-sense.ts'

const marketOf = ({ segment }: Instrument, { marketOf: find }: Environment): OrderMarket | null =>
  find?.(segment) ?? null

export const isAmoTaken = (instrument: InstrumentId, environment: Environment): boolean => {
  const contract = environment.instruments?.find(instrument) ?? null
  return contract === null || marketOf(contract, environment)?.takesAmo !== false
}

const outcomeOf = (draft: OrderDraft, environment: Environment): OrderOutcome | null => {
  const contract = environment.instruments?.find(draft.instrument) ?? null
  return contract === null
    ? null
    : orderOutcome({
        draft,
        contract,
        quote: (environment.quoteNow ?? environment.quoteOf)?.(draft.instrument) ?? null,
        market: marketOf(contract, environment),
      })
}

export const actWords = (input: OrderInput, environment: Environment): RowWords | undefined => {
  const draft = draftOf(input, environment)
  const outcome = draft.ok ? outcomeOf(draft.value, environment) : null
  if (!draft.ok || outcome === null) return undefined
  const [title, ...conditions] = draftParts(draft.value, environment)
  const parts = outcome.outcome === null ? conditions : [outcome.outcome, ...conditions]
  return { title, detail: parts.join(' · '), brief: outcome.act }
}

export const variantWords = (input: OrderInput, environment: Environment, how = ''): RowWords | undefined => {
  const draft = draftOf(input, environment)
  const outcome = draft.ok ? outcomeOf(draft.value, environment) : null
  if (outcome === null) return undefined
  const title = `${outcome.act}${how}`
  return { title, detail: outcome.outcome ?? '', brief: title }
}

export const basketWords = ({ context }: Environment): RowWords => {
  const legs = context['basket.legs']
  const title = 'Add to basket'
  return {
    title,
    detail: legs === 0 ? 'empty now' : `${legs} ${legs === 1 ? 'leg' : 'legs'} in it`,
    brief: title,
  }
}
