/** Wall time for work that comes again; a test steps its own. */
export interface Scheduler {
  /** Calls until the answer is called. Never keeps a process alive. */
  every(ms: number, work: () => void): () => void
  /** Resolves after so long. */
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
