import { intervalInWords } from '../../../domain/charts/interval.ts'
import type { Scan } from '../../../domain/scanners/scan.ts'
import { pathOfScan } from '../../../domain/scanners/scan-address.ts'
import type { Dispatch } from '../../../machines/requests.ts'
import { optional, type RowWords, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import type { Stroke } from '../../keymap/stroke.ts'
import { lineOfAlertOn, lineOfBacktest } from './scan-line.ts'

export type Next = 'save' | 'alert' | 'bt' | 'why'

interface NextStep {
  readonly stroke: Stroke
  readonly title: string
  readonly detail: (scan: Scan) => string
  readonly run: (scan: Scan, environment: Environment) => Dispatch | readonly Dispatch[]
}

export const write = (line: string): Dispatch => to('palette', { type: 'palette.open', line })

export const showScan = (scan: Scan): Dispatch =>
  to('navigation', { type: 'view.open', path: pathOfScan(null, scan) })

const steps: Readonly<Record<Next, NextStep>> = {
  save: {
    stroke: 'mod+s',
    title: 'Save as scanner',
    detail: () => 'name it on the next line',
    run: (scan) => [showScan(scan), write('save scanner ')],
  },
  alert: {
    stroke: 'shift+enter',
    title: 'Alert when one is found',
    detail: ({ interval }) => `each time a candle of ${intervalInWords(interval)} closes`,
    run: (scan) => write(lineOfAlertOn(scan)),
  },
  bt: {
    stroke: 'mod+enter',
    title: 'Backtest this rule',
    detail: () => 'buy where it is true, one year',
    run: (scan, environment) => write(lineOfBacktest(scan, environment)),
  },
  why: {
    stroke: 'alt+w',
    title: 'Why not a symbol?',
    detail: () => 'say which on the next line',
    run: (scan) => [showScan(scan), write('why not ')],
  },
}

const names = Object.keys(steps) as readonly Next[]

const next = choice<Next>(
  'save, alert, bt or why',
  names.map((value) => ({ value, words: [value], title: steps[value].title })),
)

export const nextArg = optional('Next', next, { word: 'then' })

export const runNext = (of: Next, scan: Scan, environment: Environment): Dispatch | readonly Dispatch[] =>
  steps[of].run(scan, environment)

export const wordsOfNext = (of: Next, scan: Scan): RowWords => {
  const { title, detail } = steps[of]
  return { title, detail: detail(scan), brief: title }
}

export const nextSteps = (
  scan: Scan,
): readonly { readonly next: Next; readonly stroke: Stroke; readonly words: RowWords }[] =>
  names.map((next) => ({
    next,
    stroke: steps[next].stroke,
    words: wordsOfNext(next, scan),
  }))
