import type { Instrument } from '../../domain/instruments/instrument.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { touchPrice } from '../../domain/orders/order-types.ts'
import type { Environment } from '../environment.ts'
import type { LineToken, Reading } from '../reading.ts'
import { dispatchesOf } from '../registry.ts'

interface SteppedLine {
  readonly line: string
  readonly caret: number
}

interface Ordered {
  readonly draft: OrderDraft
  readonly instrument: Instrument
}

const orderIn = ({ call }: Pick<Reading, 'call'>, environment: Environment): Ordered | null => {
  if (call?.command !== 'order.buy' && call?.command !== 'order.sell') return null
  const [first] = dispatchesOf(call, environment)
  const draft =
    first?.event.type === 'order.place'
      ? first.event.draft
      : first?.event.type === 'basket.add'
        ? first.event.drafts[0]
        : undefined
  const instrument = draft === undefined ? null : (environment.instruments?.find(draft.instrument) ?? null)
  return draft === undefined || instrument === null ? null : { draft, instrument }
}

const written = (line: string, token: LineToken | undefined, text: string): SteppedLine => {
  if (token === undefined) {
    const whole = `${line.trimEnd()} ${text}`
    return { line: whole, caret: whole.length }
  }
  const before = line.slice(0, token.from) + text
  return { line: before + line.slice(token.to), caret: before.length }
}

export const withQuantity = (line: string, { tokens }: Pick<Reading, 'tokens'>, text: string): SteppedLine =>
  written(
    line,
    tokens.find(({ kind }) => kind === 'size'),
    text,
  )

/** `3l`, or `3` for shares. */
export const lotsText = (lots: number, lotSize: number): string => (lotSize === 1 ? `${lots}` : `${lots}l`)

const isPrice = (line: string, { from, kind }: LineToken): boolean => kind === 'number' && line[from] === '@'

/** By one tick; a market order first becomes a limit at the touch. Null if the line is not an order. */
export const withPriceStep = (
  line: string,
  reading: Pick<Reading, 'call' | 'tokens'>,
  by: 1 | -1,
  environment: Environment,
): SteppedLine | null => {
  const found = orderIn(reading, environment)
  if (found === null) return null
  const { draft, instrument } = found
  const tick = Math.max(0.01, instrument.tickSize)
  const touch = touchPrice(draft.side, environment.quoteOf?.(draft.instrument) ?? null)
  const price = draft.price === null ? touch : draft.price + by * tick
  if (price === null) return null
  const onTick = Math.round(price / tick) * tick
  if (onTick <= 0) return null
  const token = reading.tokens.find((one) => isPrice(line, one))
  return written(line, token, `@${Number(onTick.toFixed(2))}`)
}

/** At least one lot. Null if the line is not an order. */
export const withLotStep = (
  line: string,
  reading: Pick<Reading, 'call' | 'tokens'>,
  by: 1 | -1,
  environment: Environment,
): SteppedLine | null => {
  const found = orderIn(reading, environment)
  if (found === null) return null
  const lotSize = Math.max(1, found.instrument.lotSize)
  const lots = Math.max(1, Math.round(found.draft.quantity / lotSize) + by)
  return withQuantity(line, reading, lotsText(lots, lotSize))
}
