import { useState } from 'react'
import { setsOf } from '../../../domain/backtests/option-run/sets.ts'
import { type IncompleteAct, USUAL_CAPITAL } from '../../../domain/deployments/deployment.ts'
import { formatNumber, formatRupees, NO_FIGURE } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { instrumentTitle, textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import type { ContractOfLeg } from '../../../domain/strategies/contracts-of-legs.ts'
import { legInWords } from '../../../domain/strategies/in-words.ts'
import type { OptionsStrategy } from '../../../domain/strategies/strategy.ts'
import { sizeOf } from '../../../domain/strategies/strategy-quantity.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Select } from '../../kit/control/field.tsx'
import { InstrumentField } from '../../kit/instrument/instrument-field.tsx'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { entryOf, legsNow } from '../../kit/instrument/orders-of-legs.ts'
import { useAsked } from '../../kit/instrument/use-asked.ts'
import { useContracts } from '../../kit/instrument/use-contracts.ts'
import { LastPrice } from '../../kit/price/last-price.tsx'
import text from '../../theme/text.module.css'
import styles from './deploy.module.css'
import { QuantityField } from './quantity-field.tsx'
import type { DeployForm } from './use-form.ts'

const quantities = [
  { value: 'lots', label: 'lots of each leg' },
  { value: 'rupees', label: '₹ of margin' },
  { value: 'capital_pct', label: '% of the capital' },
] as const

const incompletes: readonly { readonly value: IncompleteAct; readonly label: string }[] = [
  { value: 'close', label: 'Close the legs that were' },
  { value: 'hold', label: 'Hold the legs that were' },
]

interface LegsFieldProps {
  readonly form: DeployForm
  readonly strategy: OptionsStrategy
}

export function LegsField({ form, strategy }: LegsFieldProps) {
  const { draft, change, problemOf } = form
  const { segSyms, ifIncomplete } = draft
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const [refused, setRefused] = useState<string | undefined>()
  const add = ([id]: readonly InstrumentId[]) => {
    if (id === undefined) return
    const hasOptions = index === null || index.expiriesOf(id).length > 0
    setRefused(hasOptions ? undefined : `No options on ${textOfInstrument(id)} are listed`)
    if (hasOptions && !segSyms.includes(id)) change({ segSyms: [...segSyms, id] })
  }
  return (
    <section aria-label="Legs and quantity" className={styles.group}>
      <h2 className={styles.legend}>
        Legs and quantity <span className={styles.small}>contracts are chosen at each entry</span>
      </h2>
      <QuantityField form={form} choices={quantities} />
      <table className={styles.symbols}>
        <thead>
          <tr>
            <th scope="col">Leg</th>
            <th scope="col">As of now</th>
            <th scope="col">LTP</th>
            <th scope="col">Units</th>
            <th>
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        {segSyms.map((id) => (
          <Underlying
            key={id}
            id={id}
            form={form}
            strategy={strategy}
            onRemove={() => change({ segSyms: segSyms.filter((other) => other !== id) })}
          />
        ))}
      </table>
      <div className={styles.pair}>
        <InstrumentField
          label="Add an underlying"
          chosen={[]}
          isSingle
          problem={refused ?? problemOf('segSyms')}
          onChange={add}
        />
        <Select
          label="If a leg is not filled"
          value={ifIncomplete}
          choices={incompletes}
          onChange={(next) => change({ ifIncomplete: next })}
        />
      </div>
    </section>
  )
}

interface UnderlyingProps extends LegsFieldProps {
  readonly id: InstrumentId
  readonly onRemove: () => void
}

/** Rupees for one lot of each leg, hedged; null until it is known for these very orders. */
const useMargin = (legs: ReturnType<typeof legsNow>, product: OptionsStrategy['product']): number | null => {
  const body = legs === null ? null : JSON.stringify(entryOf(legs, product))
  const isOld = useAsked('legsMargin', body)
  const margin = useSnapshot('legsMargin', ({ context }) => context.output?.margin ?? null)
  return body === null || isOld || margin === null ? null : Math.max(0, margin.alone - margin.hedgeBenefit)
}

const setsNow = ({ quantity, limits }: DeployForm['draft'], margin: number | null): number | null => {
  const size = sizeOf(quantity)
  if (size.kind === 'lots') return size.lots
  if (margin === null || margin === 0 || size.kind === 'shares' || size.kind === 'risk') return null
  return setsOf({ size, capital: limits.capital ?? USUAL_CAPITAL }, () => margin)
}

function Underlying({ id, form: { draft }, strategy, onRemove }: UnderlyingProps) {
  const { legs } = strategy
  const contracts = useContracts(id, legs)
  const isFirst = draft.segSyms[0] === id
  const margin = useMargin(isFirst ? legsNow(legs, contracts) : null, strategy.product)
  const sets = setsNow(draft, margin)
  const name = textOfInstrument(id)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          <InstrumentName of={id} symbol={name} />
          {isFirst && margin !== null && (
            <span className={styles.small}>
              {sets === 0 ? (
                <span
                  className={styles.amber}
                >{`less than one lot of each: ${formatRupees(margin, 0)}`}</span>
              ) : (
                `margin ${formatRupees(margin * (sets ?? 1), 0)}, estimated${sets === null || sets === 1 ? '' : `, for ${formatNumber(sets, 0)} lots of each`}`
              )}
            </span>
          )}
        </th>
        <td>
          <LastPrice of={id} />
        </td>
        <td />
        <td>
          <Button kind="quiet" icon="close" aria-label={`Remove ${name}`} onPress={onRemove} />
        </td>
      </tr>
      {legs.map((leg, index) => (
        <LegRow
          // biome-ignore lint/suspicious/noArrayIndexKey: two legs may be the same
          key={index}
          words={legInWords(leg)}
          contract={contracts?.[index] ?? null}
          lots={sets === null ? null : sets * leg.quantity}
        />
      ))}
    </tbody>
  )
}

interface LegRowProps {
  readonly words: string
  readonly contract: ContractOfLeg | null
  readonly lots: number | null
}

function LegRow({ words, contract, lots }: LegRowProps) {
  const found = contract?.kind === 'found' ? contract.contract : null
  return (
    <tr>
      <th scope="row">{words}</th>
      <td>
        {found !== null && instrumentTitle(found)}
        {contract?.kind === 'missing' && (
          <span className={styles.amber}>{`${contract.what} is not listed`}</span>
        )}
        {(contract === null || contract.kind === 'waits') && <span className={text.muted}>{NO_FIGURE}</span>}
      </td>
      <td>{found === null ? NO_FIGURE : <LastPrice of={found.id} />}</td>
      <td>
        {found === null || lots === null ? NO_FIGURE : formatNumber(lots * Math.max(1, found.lotSize), 0)}
      </td>
      <td />
    </tr>
  )
}
