import { type Paise, paise } from '../../../src/domain/money.ts'
import type { Level } from '../../../src/domain/quotes/quote.ts'
import type { SessionPath } from '../simulated/path-points.ts'
import { hashFrom, hashHead, streams, toNormal, toUniform } from '../simulated/random.ts'

export const LEVELS_MAX = 20
/** Displayed quantity changes this often, each price at its own moment. */
const STANDS_MS = 4000
const GROWTH = 1.3
const GROWN_LEVELS = 9
const SPREAD_OF_DEPTH = 0.6
const LEVELS_PER_SPREAD = 4
const ORDER_LOTS = 40

export interface SideParts {
  readonly path: SessionPath
  readonly at: number
  /** Ticks. */
  readonly best: number
  readonly spread: number
  readonly direction: 1 | -1
  readonly limits: readonly [number, number] | null
  readonly levels: number
}

export const sideOf = ({ path, at, best, spread, direction, limits, levels }: SideParts): Level[] => {
  const step = Math.max(1, Math.round(spread / LEVELS_PER_SPREAD))
  const side: Level[] = []
  const unit = Math.max(1, path.lotSize)
  for (let level = 0; level < Math.min(levels, LEVELS_MAX); level++) {
    const price = best + direction * level * step
    if (price < (limits?.[0] ?? 1) || price > (limits?.[1] ?? Number.POSITIVE_INFINITY)) break
    const head = hashHead(path.seed, streams.depth, path.id, price * 2 + (direction > 0 ? 1 : 0))
    const bucket = Math.floor((at + (hashFrom(head, -1) % STANDS_MS)) / STANDS_MS)
    const random = hashFrom(head, bucket | 0)
    const mean = path.depth * GROWTH ** Math.min(level, GROWN_LEVELS)
    const size = mean * Math.exp(SPREAD_OF_DEPTH * toNormal(toUniform(random)) - SPREAD_OF_DEPTH ** 2 / 2)
    const lots = Math.max(1, Math.round(size))
    const orders = Math.max(1, Math.min(lots, Math.round(Math.sqrt(lots / ORDER_LOTS) * 3)))
    side.push({ price: toPaise(path, price), quantity: lots * unit, orders })
  }
  return side
}

export const toPaise = ({ tickPaise }: Pick<SessionPath, 'tickPaise'>, ticks: number): Paise =>
  paise(ticks * tickPaise)
