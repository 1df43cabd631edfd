import { EngineError } from '../../src/engine/failure.ts'
import { Refusal } from '../refusal.ts'

/** A rule, snapshot or candle that the engine refuses is one that the caller sent. Throws Refusal `MALFORMED`. */
export const refusing = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    if (error instanceof EngineError && error.failure.kind === 'refused')
      throw new Refusal('MALFORMED', error.message)
    throw error
  }
}
