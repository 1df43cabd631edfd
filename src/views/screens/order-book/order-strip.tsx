import { formatNumber, formatRupees } from '../../../domain/format.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { CutName } from '../../kit/instrument/cut-name.tsx'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { EmptyStrip, Strip } from '../../kit/layout/strip.tsx'
import { PriceCell } from '../../kit/price/live-cells.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import { isInStrip } from '../../orders/order-acts.ts'
import { filledInWords, sideNames } from '../../orders/order-columns.tsx'
import { type OrderRow, typeInWords } from '../../orders/order-row.ts'
import text from '../../theme/text.module.css'
import { ModifyForm } from './modify-form.tsx'

interface OrderStripProps {
  readonly row: OrderRow | null
  readonly acts: readonly RowAct[]
  readonly isEditing: boolean
  readonly onClose: () => void
}

export function OrderStrip({ row, acts, isEditing, onClose }: OrderStripProps) {
  const { instruments } = useConsole()
  const name = useSnapshot('instruments', ({ context }) =>
    row === null ? '' : nameOfInstrument(context.index, row.instrument, row.symbol),
  )
  if (row === null) return <EmptyStrip of="order" />
  const found = instruments()?.find(row.instrument) ?? null
  const title = (
    <>
      <CutName name={name} /> <span className={text[row.side]}>{sideNames[row.side]}</span>{' '}
      {formatNumber(row.quantity, 0)}
    </>
  )
  if (isEditing && row.order !== null) {
    return (
      <Strip label="Selected order" kicker="Modify" title={title}>
        <ModifyForm
          key={row.key}
          order={row.order}
          tickSize={found?.tickSize ?? 0.05}
          lotSize={found?.lotSize ?? 1}
          onClose={onClose}
        />
      </Strip>
    )
  }
  const figures = [
    { label: 'Type', value: typeInWords(row) },
    { label: 'Price', value: formatNumber(row.price) },
    { label: 'Trigger', value: formatNumber(row.trigger) },
    { label: 'LTP', value: <PriceCell of={row.instrument} otherwise={null} /> },
    { label: 'Filled', value: filledInWords(row) },
    { label: 'Charges', value: formatRupees(row.order?.charges ?? null) },
  ]
  return (
    <Strip
      label="Selected order"
      kicker="Selected"
      title={title}
      acts={acts.filter(isInStrip)}
      figures={figures}
    />
  )
}
