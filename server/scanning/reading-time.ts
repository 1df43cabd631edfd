/** The first series is read even if the time is over by then, so that a server under load gets on. */
export const createReadingTime = (ms: number) => {
  const until = performance.now() + ms
  let hasRead = false
  return {
    isLeft(): boolean {
      if (hasRead && performance.now() > until) return false
      hasRead = true
      return true
    },
  }
}

export type ReadingTime = ReturnType<typeof createReadingTime>
