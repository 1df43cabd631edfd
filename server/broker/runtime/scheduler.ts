/** Wall time; tests step their own. */
export interface Scheduler {
  /** Returns its cancel. Never keeps a process alive. */
  every(ms: number, work: () => void): () => void
  after(ms: number): Promise<void>
}

export const systemScheduler: Scheduler = {
  every: (ms, work) => {
    const timer = setInterval(work, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
  after: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
