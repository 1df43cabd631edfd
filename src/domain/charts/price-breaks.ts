import { dateInWords } from '../dates-in-words.ts'
import { formatNumber } from '../format.ts'
import { type InstrumentId, parseInstrumentId } from '../instruments/instrument.ts'
import { DAY_MS, type EpochMs, epochMs, istDayNumber, toIstDate } from '../time.ts'
import type { Candles } from './candle.ts'

/** `from` shares became `to`: earlier prices are multiplied by from / to, volumes by to / from. */
export interface ShareRatio {
  readonly from: number
  readonly to: number
}

export interface PriceBreak {
  readonly at: EpochMs
  readonly close: number
  readonly open: number
  /** The nearest usual ratio of a split or bonus issue, or null. */
  readonly ratio: ShareRatio | null
}

/** The widest fixed price band of a share, as a share of the previous close. */
const BAND = 0.2
/** Overnight move allowed beside the ratio: half of the usual distance between two ratios. */
const RATIO_TOLERANCE = 0.07
/** After a longer hole in the data any price is possible. */
const HOLE_MAX_MS = 15 * DAY_MS

interface UsualRatio extends ShareRatio {
  readonly words: string
}

const split = (to: number, bonus = ''): UsualRatio => ({ from: 1, to, words: `1:${to} split${bonus}` })
const merged = (from: number): UsualRatio => ({ from, to: 1, words: `${from}:1 consolidation` })

/** Splits as old:new shares, bonus issues as new:held shares, as exchanges announce them. */
const usualRatios: readonly UsualRatio[] = [
  split(2, ' or 1:1 bonus'),
  split(3, ' or 2:1 bonus'),
  split(4, ' or 3:1 bonus'),
  split(5, ' or 4:1 bonus'),
  split(10),
  split(20),
  split(100),
  { from: 2, to: 3, words: '1:2 bonus' },
  { from: 3, to: 4, words: '1:3 bonus' },
  { from: 2, to: 5, words: '2:5 split or 3:2 bonus' },
  { from: 3, to: 5, words: '2:3 bonus' },
  merged(2),
  merged(5),
  merged(10),
]

const findRatio = (close: number, open: number): UsualRatio | null => {
  const [best] = usualRatios
    .map((ratio) => ({ ratio, off: Math.abs(Math.log((open / close) * (ratio.to / ratio.from))) }))
    .sort((a, b) => a.off - b.off)
  return best === undefined || best.off > RATIO_TOLERANCE ? null : best.ratio
}

/** Null where a circuit allows the move, or no session ends between the two. Both prices are above 0. */
export const findBreak = (
  closedAt: number,
  close: number,
  openedAt: number,
  open: number,
): PriceBreak | null => {
  if (open >= close * (1 - BAND) && open * (1 - BAND) <= close) return null
  if (openedAt - closedAt > HOLE_MAX_MS || istDayNumber(openedAt) === istDayNumber(closedAt)) return null
  const ratio = findRatio(close, open)
  return {
    at: epochMs(openedAt),
    close,
    open,
    ratio: ratio === null ? null : { from: ratio.from, to: ratio.to },
  }
}

export const findBreaks = (
  { time, open, close }: Candles,
  first = 0,
  last = time.length,
): readonly PriceBreak[] => {
  const found: PriceBreak[] = []
  for (let row = first + 1; row < last; row++) {
    const [closedAt, before] = [time[row - 1] as number, close[row - 1] as number]
    const one = findBreak(closedAt, before, time[row] as number, open[row] as number)
    if (one !== null) found.push(one)
  }
  return found
}

/** Option premiums have no band of their own. */
export const hasPriceBand = (instrument: InstrumentId): boolean =>
  parseInstrumentId(instrument)?.segment.endsWith('-OPT') !== true

const wordsOf = ({ from, to }: ShareRatio): string =>
  usualRatios.find((usual) => usual.from === from && usual.to === to)?.words ??
  `${from}:${to} change of shares`

/** `12 Jun 2024: 1,000.00 to 100.00, as of a 1:10 split` */
export const describeBreak = ({ at, close, open, ratio }: PriceBreak): string => {
  const move = `${formatNumber(close)} to ${formatNumber(open)}`
  const percent = `${formatNumber(((open - close) / close) * 100, 0)}%`
  return `${dateInWords(toIstDate(at))}: ${move}, ${ratio === null ? `a jump of ${percent}` : `looks like a ${wordsOf(ratio)}`}`
}
