import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserPath, launchBrowser } from '../../tests/support/browser/browser.ts'
import { rounds, rows, turns } from '../brief.ts'
import type { Report } from '../report.ts'
import { type BuiltPage, builtPage } from './built-page.ts'
import type { Act, Asked, Measured, Side } from './chart-page.tsx'

const ROWS = rows(100_000)
const FRAMES = turns(60)
const ROUNDS = rounds(3)
const FRAME_MS = 16
const PEER = 'lightweight-charts, conflated'
const DRAWN_PEER = 'openalgo-charts'

interface Case {
  readonly act: Act
  readonly visible: number
  readonly goalRatio: number
  readonly isDrawn?: boolean
}

const cases: readonly Case[] = [
  { act: 'pan', visible: 500, goalRatio: 0.7 },
  { act: 'pan', visible: ROWS, goalRatio: 0.7 },
  { act: 'zoom', visible: 500, goalRatio: 0.7 },
  { act: 'tick', visible: 500, goalRatio: 0.2 },
  { act: 'tick', visible: ROWS, goalRatio: 0.2 },
  { act: 'pan', visible: 500, goalRatio: 0.8, isDrawn: true },
  { act: 'zoom', visible: 500, goalRatio: 0.8, isDrawn: true },
  { act: 'tick', visible: 500, goalRatio: 0.8, isDrawn: true },
]

/** Without its styles the layers of a chart stack below each other and the page grows without end. */
const chartPage = async (): Promise<BuiltPage> => {
  const { script, styles } = await builtPage('chart-page.tsx', 'chart')
  if (styles === '') throw new Error('the styles of charts were not built')
  return {
    script,
    styles: readFileSync(join(import.meta.dirname, '../../src/views/theme/tokens.css'), 'utf8') + styles,
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

/** A page per side, so that neither pays for the other's memory. */
export const bench = async (report: Report): Promise<void> => {
  if (browserPath === null) {
    report.note('left out: no Chromium on this machine')
    return
  }
  const { script, styles } = await chartPage()
  const browser = await launchBrowser()
  const measure = async (asked: Asked): Promise<Measured> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await page.addStyleTag({ content: styles })
    await page.addScriptTag({ content: script })
    const measured = await page.evaluate(
      (given) =>
        (window as unknown as { measureChart: (asked: Asked) => Promise<Measured> }).measureChart(given),
      asked,
    )
    await page.close()
    return measured
  }
  try {
    const paints: Record<Side, number[]> = { ours: [], peer: [] }
    for (const { act, visible, goalRatio, isDrawn = false } of cases) {
      const spent: Record<Side, number[]> = { ours: [], peer: [] }
      for (let round = 0; round < ROUNDS; round++)
        for (const side of ['ours', 'peer'] as const) {
          const { firstPaint, frames } = await measure({
            ...{ side, rows: ROWS, visible, act, frames: FRAMES, isDrawn },
          })
          if (!isDrawn) paints[side].push(firstPaint)
          spent[side].push(...frames)
        }
      const drawn = isDrawn ? ', four indicators and twenty drawings' : ''
      const name = `${act}, ${visible.toLocaleString('en-IN')} of ${ROWS.toLocaleString('en-IN')} candles in sight${drawn}`
      const peer = { name: isDrawn ? DRAWN_PEER : PEER, value: middle(spent.peer), goalRatio }
      report.value({ name, unit: 'ms a frame', value: middle(spent.ours), goal: FRAME_MS, peer })
      report.value({
        name: `${name}: longest frame`,
        unit: 'ms',
        value: Math.max(...spent.ours),
        goal: FRAME_MS,
      })
    }
    const peer = { name: PEER, value: middle(paints.peer), goalRatio: 1 }
    report.value({ name: 'first paint', unit: 'ms', value: middle(paints.ours), goal: null, peer })
  } finally {
    await browser.close()
  }
}
