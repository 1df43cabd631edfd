const ASKS_MAX = 1000
const ANSWER_TIMEOUT_MS = 30_000

export const createAsks = <Answer>() => {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let last = 0

  const fail = (ask: number, words = 'the question could not be answered'): void => {
    waiting.get(ask)?.reject(new Error(words))
    waiting.delete(ask)
  }

  return {
    ask(put: (ask: number) => void): Promise<Answer> {
      if (waiting.size >= ASKS_MAX) return Promise.reject(new Error(`${ASKS_MAX} questions wait already`))
      last++
      const ask = last
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(ask, { resolve, reject })
        setTimeout(() => fail(ask, 'no answer came'), ANSWER_TIMEOUT_MS).unref()
        put(ask)
      })
    },
    answer(ask: number, answer: Answer): void {
      waiting.get(ask)?.resolve(answer)
      waiting.delete(ask)
    },
    fail,
  }
}
