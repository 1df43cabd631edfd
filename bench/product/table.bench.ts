import type { CDPSession, Page } from 'playwright-core'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { rounds, turns } from '../brief.ts'
import type { Report } from '../report.ts'
import { builtPage } from './built-page.ts'
import { taskSeconds } from './page-figures.ts'
import type { tableBench } from './table-page.tsx'

const SYMBOLS = 500
const BATCHES = turns(40)
const SITTINGS = rounds(3)
const SCROLLED_FRAMES = turns(150)
/** A frame longer than two at 60 Hz is noticed. */
const FRAME_MS_MAX = 33.4

type Bench = typeof tableBench

interface Measured {
  /** Median per batch. */
  readonly scriptMs: number
  /** Main-thread work per batch: script, style, layout, paint. */
  readonly taskMs: number
}

interface Sitting {
  readonly some: Measured
  readonly all: Measured
  /** ms between frames while scrolling. */
  readonly frames: readonly number[]
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

const inPage = <Name extends keyof Bench>(page: Page, name: Name, ...args: Parameters<Bench[Name]>) =>
  page.evaluate(
    ([called, given]) =>
      (window as unknown as { tableBench: Record<string, (...args: unknown[]) => unknown> }).tableBench[
        called
      ]?.(...given),
    [name, args] as const,
  ) as Promise<Awaited<ReturnType<Bench[Name]>>>

const measure = async (page: Page, cdp: CDPSession, share: number): Promise<Measured> => {
  await inPage(page, 'move', share, 10)
  const before = await taskSeconds(cdp)
  const times = await inPage(page, 'move', share, BATCHES)
  const taskMs = ((await taskSeconds(cdp)) - before) * 1000
  return { scriptMs: medianOf(times), taskMs: taskMs / BATCHES }
}

export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) return report.note('left out: no Chromium on this machine')
  const { script, styles } = await builtPage('table-page.tsx', 'table')
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addScriptTag({ content: script })
    await page.addStyleTag({ content: styles })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    report.note(
      `${SYMBOLS} positions of 12 columns, 4 of them live, all prices subscribed, ten batches a second`,
    )

    const sides = { ours: [] as Sitting[], peer: [] as Sitting[] }
    // Alternating, so that both meet the same load of the machine.
    for (let sitting = 0; sitting < SITTINGS; sitting++)
      for (const side of ['ours', 'peer'] as const) {
        await inPage(page, 'start', side, SYMBOLS)
        if ((await inPage(page, 'rows')) < 20) throw new Error(`${side} shows no rows`)
        sides[side].push({
          some: await measure(page, cdp, 0.3),
          all: await measure(page, cdp, 1),
          frames: await inPage(page, 'scroll', SCROLLED_FRAMES),
        })
      }
    const median = (side: readonly Sitting[], figure: (sitting: Sitting) => number) =>
      medianOf(side.map(figure))
    const both = (figure: (sitting: Sitting) => number) => ({
      ours: median(sides.ours, figure),
      peer: median(sides.peer, figure),
    })
    for (const share of ['some', 'all'] as const) {
      const what = share === 'some' ? '30 % of the prices move' : 'all prices move'
      const script = both((sitting) => sitting[share].scriptMs)
      const task = both((sitting) => sitting[share].taskMs)
      report.value({
        name: `${what}: script of a batch`,
        unit: 'ms',
        value: script.ours,
        goal: share === 'some' ? 4 : null,
        peer: { name: 'AG Grid', value: script.peer },
      })
      report.value({
        name: `${what}: work of the page for a batch`,
        unit: 'ms',
        value: task.ours,
        goal: null,
        peer: { name: 'AG Grid', value: task.peer, ...(share === 'some' ? { goalRatio: 1 } : {}) },
      })
    }
    const slow = both(({ frames }) => frames.filter((time) => time > FRAME_MS_MAX).length)
    const longest = both(({ frames }) => Math.max(...frames))
    report.value({
      name: `frames over 33 ms of ${SCROLLED_FRAMES} scrolled`,
      unit: '',
      value: slow.ours,
      goal: 0,
      peer: { name: 'AG Grid', value: slow.peer },
    })
    report.value({
      name: 'longest frame while scrolling',
      unit: 'ms',
      value: longest.ours,
      goal: FRAME_MS_MAX,
      peer: { name: 'AG Grid', value: longest.peer },
    })
  } finally {
    await browser.close()
  }
}
