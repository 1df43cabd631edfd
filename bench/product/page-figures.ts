import type { CDPSession } from 'playwright-core'

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
