import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { type AlertThen, sendsByItself, thenInWords } from '../../../domain/scanners/alert.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import text from '../../theme/text.module.css'

export function OrderOfAlert({ terms }: { readonly terms: AlertThen }) {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const words = thenInWords(terms, (id) => nameOfInstrument(index, id, tradingSymbolOf(id)))
  if (words === null) return null
  const isAuto = sendsByItself(terms)
  return (
    <span>
      <span className={text.muted}>then </span>
      <span className={terms.order && text[terms.order.side]}>
        {words.replace(/^./, (letter) => letter.toLowerCase())}
      </span>{' '}
      <Badge tone={isAuto ? 'amber' : 'neutral'}>{isAuto ? 'auto' : 'proposed'}</Badge>
    </span>
  )
}
