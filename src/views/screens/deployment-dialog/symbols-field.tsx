import { useState } from 'react'
import { contractOf, unitsNow } from '../../../domain/deployments/units-now.ts'
import { formatCompactRupees, formatNumber, NO_FIGURE } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import { isOptionId } from '../../../domain/instruments/kind.ts'
import type { EquityStrategy } from '../../../domain/strategies/strategy.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { usePrice } from '../../kit/hooks/use-quote.ts'
import { InstrumentField } from '../../kit/instrument/instrument-field.tsx'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { quantityBaseChoices } from '../../kit/instrument/quantity-base-choices.ts'
import { LastPrice } from '../../kit/price/last-price.tsx'
import styles from './deploy.module.css'
import { QuantityField } from './quantity-field.tsx'
import type { DeployForm } from './use-form.ts'

interface SymbolsFieldProps {
  readonly form: DeployForm
  readonly strategy: EquityStrategy
}

export function SymbolsField({ form, strategy }: SymbolsFieldProps) {
  const { draft, change, problemOf } = form
  const { segSyms } = draft
  const [refused, setRefused] = useState<string | undefined>()
  const add = ([id]: readonly InstrumentId[]) => {
    if (id === undefined) return
    const isRefused = isOptionId(id)
    setRefused(
      isRefused ? `${textOfInstrument(id)} is an option: shares, futures and indices only` : undefined,
    )
    if (!isRefused && !segSyms.includes(id)) change({ segSyms: [...segSyms, id] })
  }
  return (
    <section aria-label="Symbols and quantity" className={styles.group}>
      <h2 className={styles.legend}>Symbols and quantity</h2>
      <QuantityField form={form} choices={quantityBaseChoices} />
      <table className={styles.symbols}>
        <thead>
          <tr>
            <th scope="col">Symbol</th>
            <th scope="col">LTP</th>
            <th scope="col">Units now</th>
            <th scope="col">Value</th>
            <th>
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {segSyms.map((id) => (
            <SymbolRow
              key={id}
              id={id}
              form={form}
              strategy={strategy}
              onRemove={() => change({ segSyms: segSyms.filter((other) => other !== id) })}
            />
          ))}
        </tbody>
      </table>
      <InstrumentField
        label="Add a symbol"
        chosen={[]}
        isSingle
        problem={refused ?? problemOf('segSyms')}
        onChange={add}
      />
    </section>
  )
}

interface SymbolRowProps extends SymbolsFieldProps {
  readonly id: InstrumentId
  readonly onRemove: () => void
}

function SymbolRow({ id, form: { draft }, strategy, onRemove }: SymbolRowProps) {
  const contract = useSnapshot('instruments', ({ context }) =>
    context.index === null ? null : contractOf(context.index, id),
  )
  const traded = contract?.id ?? id
  const price = usePrice(traded)?.lastPrice ?? null
  const units = contract === null || price === null ? null : unitsNow(draft, strategy, contract, price)
  const name = textOfInstrument(id)
  return (
    <tr>
      <th scope="row">
        <InstrumentName of={id} symbol={name} />
        {traded !== id && (
          <span className={styles.small}>
            as <InstrumentName of={traded} symbol={textOfInstrument(traded)} />
          </span>
        )}
      </th>
      <td>
        <LastPrice of={traded} />
      </td>
      <td>{units === 0 ? <span className={styles.amber}>less than a lot</span> : formatNumber(units, 0)}</td>
      <td>{units === null || price === null ? NO_FIGURE : formatCompactRupees(units * price)}</td>
      <td>
        <Button kind="quiet" icon="close" aria-label={`Remove ${name}`} onPress={onRemove} />
      </td>
    </tr>
  )
}
