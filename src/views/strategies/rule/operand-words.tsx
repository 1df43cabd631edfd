import { fieldIndexOf, findIndicator } from '../../../domain/charts/indicators.ts'
import { intervalInWords } from '../../../domain/charts/interval.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import { shortOperand } from '../../../domain/strategies/condition/print.ts'
import type { IndicatorOperand, Operand } from '../../../domain/strategies/condition/tree.ts'
import styles from './rule-editor.module.css'

/** `EMA close, 9`, with the other candles and instrument that it is of. */
export function OperandWords({ operand }: { readonly operand: Operand }) {
  if (operand.kind !== 'indicator' || operand.as !== undefined)
    return <code className={styles.calculation}>{shortOperand(operand)}</code>
  const spec = findIndicator(operand.key)
  const elsewhere = [
    operand.interval === undefined ? '' : intervalInWords(operand.interval),
    operand.instrument === undefined ? '' : textOfInstrument(operand.instrument),
  ].filter((part) => part !== '')
  return (
    <>
      <b>{spec?.name ?? operand.key}</b>
      <span className={styles.params}>{shownParams(operand)}</span>
      {elsewhere.length > 0 && <span className={styles.elsewhere}>{elsewhere.join(' · ')}</span>}
    </>
  )
}

const shownParams = ({ key, params, over }: IndicatorOperand): string => {
  const spec = findIndicator(key)
  if (spec === null) return params.join(', ')
  const field = fieldIndexOf(spec)
  return params
    .map((value, index) => (over !== undefined && index === field ? shortOperand(over) : value))
    .filter((value, index) => !(spec.params[index]?.name === 'offset' && value === 0))
    .join(', ')
}
