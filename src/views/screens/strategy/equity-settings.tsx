import { intervalLabels, intervals } from '../../../domain/charts/interval.ts'
import { products } from '../../../domain/orders/order.ts'
import {
  entriesInWords,
  lossesInWords,
  quantityInWords,
  symbolsInShort,
} from '../../../domain/strategies/in-words.ts'
import {
  type EquityStrategy,
  type Strategy,
  subCategories,
  trends,
} from '../../../domain/strategies/strategy.ts'
import type { PartOf } from '../../../machines/strategies/editor/draft-history.ts'
import { Field, Select } from '../../kit/control/field.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { InstrumentField } from '../../kit/instrument/instrument-field.tsx'
import { quantityBaseChoices } from '../../kit/instrument/quantity-base-choices.ts'
import text from '../../theme/text.module.css'
import styles from './builder.module.css'
import { ClockField } from './clock-field.tsx'
import { NumberField } from './number-field.tsx'
import { SettingTile } from './setting-tile.tsx'
import { type Change, useProblems } from './use-draft.ts'

export const intervalChoices = intervals.map((value) => ({ value, label: intervalLabels[value] }))
const productChoices = products.map((product) => ({ value: product, label: product }))
const sides = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell short' },
] as const
const trendChoices = trends.map((value) => ({ value, label: value }))
const subCategoryChoices = subCategories.map((value) => ({ value, label: value }))

interface SettingsProps {
  readonly draft: EquityStrategy
  readonly change: Change<PartOf<EquityStrategy>>
}

export function EquitySettings({ draft, change }: SettingsProps) {
  const problemOf = useProblems()
  const { segSyms, interval, position, product } = draft
  return (
    <section className={styles.settings} aria-label="Settings">
      <SettingTile
        label="Instruments"
        value={segSyms.length === 0 ? <span className={text.muted}>None yet</span> : symbolsInShort(segSyms)}
        keys="i"
        problem={problemOf('segSyms')}
      >
        <InstrumentField
          label="Instruments"
          chosen={segSyms}
          onChange={(chosen) => change({ segSyms: chosen })}
        />
      </SettingTile>
      <SettingTile label="Candles" value={intervalLabels[interval]} keys="t" problem={problemOf('interval')}>
        <Select
          label="Candles"
          value={interval}
          choices={intervalChoices}
          onChange={(chosen) => change({ interval: chosen })}
        />
      </SettingTile>
      <SettingTile
        label="Side and product"
        value={
          <>
            <span className={text[position]}>{position === 'buy' ? 'Buy' : 'Sell'}</span> {product}
          </>
        }
        keys="p"
        problem={problemOf('position', 'product')}
      >
        <Segmented
          label="Side"
          value={position}
          choices={sides}
          onChange={(chosen) => change({ position: chosen })}
        />
        <Select
          label="Product"
          value={product}
          choices={productChoices}
          onChange={(chosen) => change({ product: chosen })}
        />
      </SettingTile>
      <HoursTile draft={draft} change={change} />
      <QuantityTile draft={draft} change={change} />
      <LimitsTile draft={draft} change={change} />
      <NameTile draft={draft} change={change} />
    </section>
  )
}

function QuantityTile({ draft: { quantity }, change }: SettingsProps) {
  const problemOf = useProblems()
  return (
    <SettingTile label="Quantity" value={quantityInWords(quantity)} keys="q" problem={problemOf('quantity')}>
      <NumberField
        label="Quantity"
        value={quantity.value}
        onChange={(value) => change({ quantity: { ...quantity, value: value ?? 0 } }, 'quantity')}
      />
      <Select
        label="In"
        value={quantity.by}
        choices={quantityBaseChoices}
        onChange={(by) => change({ quantity: { ...quantity, by } })}
      />
    </SettingTile>
  )
}

const periods = [
  { value: 'day', label: 'a day' },
  { value: 'week', label: 'a week' },
] as const

function LimitsTile({ draft: { entries, lossesInARow }, change }: SettingsProps) {
  const problemOf = useProblems()
  const words = [entriesInWords(entries), lossesInWords(lossesInARow)].filter((part) => part !== '')
  return (
    <SettingTile
      label="Limits"
      value={words[0] ?? <span className={text.muted}>None</span>}
      detail={words[1]}
      keys="m"
      problem={problemOf('entries', 'lossesInARow')}
    >
      <NumberField
        label="Entries at most"
        placeholder="any number"
        value={entries?.most ?? null}
        onChange={(most) =>
          change({ entries: most === null ? undefined : { per: entries?.per ?? 'day', most } }, 'entries')
        }
      />
      <Select
        label="In"
        value={entries?.per ?? 'day'}
        choices={periods}
        isDisabled={entries === undefined}
        onChange={(per) => change({ entries: { per, most: entries?.most ?? 1 } })}
      />
      <NumberField
        label="Stop for the day after losses in a row"
        placeholder="never"
        value={lossesInARow ?? null}
        onChange={(losses) => change({ lossesInARow: losses ?? undefined }, 'losses')}
      />
    </SettingTile>
  )
}

interface SharedProps {
  readonly draft: Strategy
  readonly change: Change<Partial<Omit<Strategy, 'category'>>>
}

export function HoursTile({ draft, change }: SharedProps) {
  const problemOf = useProblems()
  const { tradingStartTime, tradingStopTime, product } = draft
  return (
    <SettingTile
      label="Entries between"
      value={`${tradingStartTime} – ${tradingStopTime}`}
      detail={product === 'MIS' ? `squared off at ${tradingStopTime}` : undefined}
      keys="w"
      problem={problemOf('tradingStartTime', 'tradingStopTime')}
    >
      <ClockField
        label="From"
        value={tradingStartTime}
        onChange={(tradingStart) => change({ tradingStartTime: tradingStart }, 'start')}
      />
      <ClockField
        label="Until"
        value={tradingStopTime}
        onChange={(tradingStop) => change({ tradingStopTime: tradingStop }, 'stop')}
      />
    </SettingTile>
  )
}

export function NameTile({ draft, change }: SharedProps) {
  const problemOf = useProblems()
  const { algoName, trend, subCategory, note } = draft
  return (
    <SettingTile
      label="Name"
      value={algoName.trim() === '' ? <span className={text.muted}>No name yet</span> : algoName}
      detail={`${trend} · ${subCategory}`}
      keys="r"
      problem={problemOf('algoName', 'note')}
    >
      <Field
        label="Name"
        value={algoName}
        maxLength={60}
        placeholder="VWAP reclaim in an uptrend"
        onChange={(name) => change({ algoName: name }, 'name')}
      />
      <div className={styles.pair}>
        <Select
          label="Trend"
          value={trend}
          choices={trendChoices}
          onChange={(chosen) => change({ trend: chosen })}
        />
        <Select
          label="Sub-category"
          value={subCategory}
          choices={subCategoryChoices}
          onChange={(chosen) => change({ subCategory: chosen })}
        />
      </div>
      <label className={styles.note}>
        <span className={text.section}>What it bets on, and when it fails</span>
        <textarea
          value={note}
          rows={5}
          maxLength={2000}
          onChange={(event) => change({ note: event.target.value }, 'note')}
        />
      </label>
    </SettingTile>
  )
}
