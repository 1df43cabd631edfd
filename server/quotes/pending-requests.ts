const PENDING_MAX = 1000
const ANSWER_TIMEOUT_MS = 30_000

export const createPendingRequests = <Answer>() => {
  const pending = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let last = 0

  const fail = (request: number, words = 'the request failed'): void => {
    pending.get(request)?.reject(new Error(words))
    pending.delete(request)
  }

  return {
    send(post: (request: number) => void): Promise<Answer> {
      if (pending.size >= PENDING_MAX) return Promise.reject(new Error(`${PENDING_MAX} requests are pending`))
      last++
      const request = last
      return new Promise<Answer>((resolve, reject) => {
        pending.set(request, { resolve, reject })
        setTimeout(() => fail(request, 'no answer came'), ANSWER_TIMEOUT_MS).unref()
        post(request)
      })
    },
    answer(request: number, answer: Answer): void {
      pending.get(request)?.resolve(answer)
      pending.delete(request)
    },
    fail,
  }
}
