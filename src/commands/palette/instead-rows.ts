import { formatCompactRupees, formatNumber, formatRupees } from '../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../domain/instruments/instrument.ts'
import type { SeenOrder } from '../../domain/orders/order-doubt.ts'
import { nextRisk, smallerInWords, unitsInWords } from '../../domain/orders/order-sizing.ts'
import { hedgeDraft } from '../../domain/orders/order-types.ts'
import type { Environment } from '../environment.ts'
import { titleOf } from '../grammar/instruments/instrument.ts'
import { strokesInWords } from '../keymap/stroke.ts'
import type { PaletteRow } from '../reading.ts'
import type { PreviewedLine } from './offers.ts'
import { insertRow } from './rows.ts'
import { lotsText, withQuantity } from './step-order.ts'

/** Where margin is short, a smaller or a hedged order; otherwise a size by risk. */
export const insteadRows = (shown: PreviewedLine, environment: Environment): readonly PaletteRow[] => {
  const [order, ...others] = shown.preview.orders
  const { call } = shown.reading
  const isOrder = call?.command === 'order.buy' || call?.command === 'order.sell'
  if (!isOrder || order === undefined || others.length > 0) return []
  const instrument = environment.instruments?.find(order.draft.instrument) ?? null
  if (instrument === null) return []
  const { instead } = shown.preview.answer
  const isSizedByRisk = call.args.quantity?.kind === 'risk'
  const found =
    instead !== null
      ? [thatFits(shown, order, instead, instrument, environment), withHedge(order, instead, environment)]
      : isSizedByRisk
        ? []
        : [byRisk(shown, order, instrument)]
  return found.filter((row) => row !== null)
}

const MOST = 'the most that margin covers'

type Instead = NonNullable<PreviewedLine['preview']['answer']['instead']>

const rewritten = (
  { line, reading }: PreviewedLine,
  quantity: string,
  title: string,
  detail: string,
): PaletteRow => {
  const { line: insert, caret } = withQuantity(line, reading, quantity)
  return insertRow(`instead ${quantity}`, 'instead', title, detail, insert, caret)
}

const thatFits = (
  shown: PreviewedLine,
  { draft }: SeenOrder,
  { quantity }: Instead,
  instrument: Instrument,
  { isMac = false }: Environment,
): PaletteRow | null => {
  if (quantity === 0) return null
  const lotSize = Math.max(1, instrument.lotSize)
  const row = rewritten(
    shown,
    lotsText(quantity / lotSize, lotSize),
    smallerInWords(draft.side, quantity, lotSize),
    MOST,
  )
  return { ...row, keys: strokesInWords('alt+enter', isMac) }
}

const withHedge = (
  { draft }: SeenOrder,
  { hedge }: Instead,
  { instruments }: Environment,
): PaletteRow | null => {
  const contract = hedge === null ? null : (instruments?.find(hedge.sym as InstrumentId) ?? null)
  if (hedge === null || contract === null) return null
  const bought = hedgeDraft(draft, contract, hedge.price)
  return {
    id: 'basket.start',
    kind: 'instead',
    title: `Basket with ${titleOf(bought.instrument, instruments)} bought first`,
    detail: `margin ${formatCompactRupees(hedge.required)}, hedge at ${formatNumber(hedge.price)}`,
    call: { command: 'basket.start', args: { drafts: [bought, draft] } },
  }
}

const byRisk = (
  shown: PreviewedLine,
  { draft: { side, stop, quantity: units }, price }: SeenOrder,
  instrument: Instrument,
): PaletteRow | null => {
  const lotSize = Math.max(1, instrument.lotSize)
  const risk = nextRisk({ side, stop, price, units, lotSize })
  if (risk === null) return null
  const title = `Size by risk: ${unitsInWords(risk.nextUnits, lotSize)} for ${formatRupees(risk.next, 0)}`
  const detail = `${unitsInWords(units, lotSize)} risk ${formatRupees(risk.now, 0)} to the stop`
  return rewritten(shown, `r${risk.next}`, title, detail)
}
