import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { QuoteAnswer } from './quote-book.ts'

export interface SubscriptionAnswersPorts {
  readonly answerOf: (instrument: InstrumentId) => QuoteAnswer
  readonly tell: (answered: {
    readonly priced: readonly InstrumentId[]
    readonly unpriced: readonly InstrumentId[]
  }) => void
}

export interface SubscriptionAnswers {
  asked(change: {
    readonly unsubscribe: readonly InstrumentId[]
    readonly subscribe: readonly InstrumentId[]
  }): void
  /** Call it after each frame. */
  look(): void
}

/** Follows subscriptions to their first price only, so that later ticks cost nothing. */
export const createSubscriptionAnswers = ({
  answerOf,
  tell,
}: SubscriptionAnswersPorts): SubscriptionAnswers => {
  /** Subscriptions without a price, and the answer last reported for each. */
  const open = new Map<InstrumentId, QuoteAnswer>()
  return {
    asked({ unsubscribe, subscribe }) {
      for (const instrument of unsubscribe) open.delete(instrument)
      for (const instrument of subscribe) if (!open.has(instrument)) open.set(instrument, 'none')
    },
    look() {
      if (open.size === 0) return
      const priced: InstrumentId[] = []
      const unpriced: InstrumentId[] = []
      for (const [instrument, told] of open) {
        const answer = answerOf(instrument)
        if (answer === told) continue
        if (answer === 'price') {
          open.delete(instrument)
          priced.push(instrument)
        } else if (answer === 'noPrice') {
          open.set(instrument, answer)
          unpriced.push(instrument)
        }
      }
      if (priced.length + unpriced.length > 0) tell({ priced, unpriced })
    },
  }
}
