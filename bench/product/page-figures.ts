import type { CDPSession, Page } from 'playwright-core'

/** Used by the page after its garbage is collected, which is a long task that is not the page's. */
export const heapMegabytes = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1_048_576
}

/** Main-thread work of the page so far: script, style, layout, paint. Needs `Performance.enable`. */
export const taskSeconds = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

interface Watched {
  readonly longTasks?: number[]
}

export const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const longTasks: number[] = []
    Object.assign(window, { longTasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    }).observe({ type: 'longtask' })
  })

export const takeTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as Watched).longTasks?.splice(0) ?? [])

export const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

interface WantedText {
  /** Contained in the element's text. */
  readonly has?: string
  /** The whole text before the key. */
  readonly not?: string
}

/** From the key to the paint of what it asks for. */
export const shownAfter = async (
  page: Page,
  press: () => Promise<void>,
  selector: string,
  text: WantedText = {},
): Promise<number> => {
  await page.evaluate(
    ({ wanted, has = '', not }) => {
      const shown = new Promise<number>((done) => {
        let pressedAt = 0
        addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true })
        // A named function cannot be sent to the page.
        const frames = {
          look(): void {
            const words = document.querySelector(wanted)?.textContent
            if (pressedAt === 0 || words === undefined || !words.includes(has) || words === not) {
              requestAnimationFrame(() => frames.look())
              return
            }
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => done(performance.now() - pressedAt)
            port2.postMessage(null)
          },
        }
        frames.look()
      })
      Object.assign(window, { shown })
    },
    { wanted: selector, ...text },
  )
  await press()
  return page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown)
}
