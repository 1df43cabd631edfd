import { useMemo, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { dateInWords } from '../../../../domain/dates-in-words.ts'
import { capitalised, formatNumber } from '../../../../domain/format.ts'
import { type InstrumentId, instrumentId } from '../../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../../domain/instruments/instrument-index.ts'
import { draftsOfPreset } from '../../../../domain/options/preset-drafts.ts'
import {
  furtherPresets,
  type PresetGroup,
  presetGroups,
  presets,
} from '../../../../domain/options/presets.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import type { IstDate } from '../../../../domain/time.ts'
import { PayoffThumbnail } from '../../../charts/payoff/payoff-thumbnail.tsx'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Dialog } from '../../../kit/control/dialog.tsx'
import { Select } from '../../../kit/control/field.tsx'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { StepField } from '../../../kit/control/step-field.tsx'
import { useLastPrice } from '../../../kit/hooks/use-quote.ts'
import { InstrumentField } from '../../../kit/instrument/instrument-field.tsx'
import { LastPrice } from '../../../kit/price/last-price.tsx'
import styles from './presets-dialog.module.css'

interface PresetsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChoose: (drafts: readonly OrderDraft[]) => void
}

const all = [...presets, ...furtherPresets]
const usual = instrumentId('INDICES', 'NIFTY 50')
const groups = presetGroups.map((group) => ({
  value: group,
  label: capitalised(group),
}))

export function PresetsDialog({ isOpen, onClose, onChoose }: PresetsDialogProps) {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  return (
    <Dialog title="Ready-made strategies" isOpen={isOpen} onClose={onClose} isWide>
      {index !== null && <Presets index={index} onChoose={onChoose} />}
    </Dialog>
  )
}

function Presets({
  index,
  onChoose,
}: Pick<PresetsDialogProps, 'onChoose'> & { readonly index: InstrumentIndex }) {
  const { environment } = useConsole()
  const [underlying, setUnderlying] = useState<InstrumentId>(usual)
  const [wanted, setWanted] = useState<IstDate | null>(null)
  const [lots, setLots] = useState<number | null>(null)
  const [group, setGroup] = useState<PresetGroup>('bullish')
  const [missing, setMissing] = useState<string | null>(null)
  const price = useLastPrice(underlying)
  const expiries = useMemo(() => index.expiriesOf(underlying), [index, underlying])
  const expiry = expiries.find((date) => date === wanted) ?? expiries[0] ?? null
  const { preferences } = environment()
  const choose = (key: string) => {
    const preset = all.find((one) => one.key === key)
    if (preset === undefined || expiry === null) return
    if (price === null) return setMissing('price of the underlying')
    const made = draftsOfPreset(preset, {
      index,
      underlying,
      expiry,
      price,
      lots: lots ?? preferences.usualLots,
      product: preferences.contractProduct,
      quoteOf: (contract) => environment().quoteOf?.(contract) ?? null,
    })
    if (made.drafts === null) setMissing(made.missing)
    else onChoose(made.drafts)
  }
  return (
    <div className={styles.presets}>
      <div className={styles.fields}>
        <InstrumentField
          label="Underlying"
          isSingle
          chosen={[underlying]}
          problem={expiries.length === 0 ? 'No options on this underlying' : undefined}
          onChange={([chosen]) => setUnderlying(chosen ?? usual)}
        />
        <Select
          label="Expiry"
          value={expiry ?? ''}
          choices={expiries.map((date) => ({ value: date as string, label: dateInWords(date) }))}
          onChange={(date) => setWanted(date as IstDate)}
        />
        <StepField label="Lots" step={1} min={1} value={lots ?? preferences.usualLots} onChange={setLots} />
      </div>
      <div className={styles.bar}>
        <Segmented label="Outlook" value={group} choices={groups} onChange={setGroup} />
        <span className={styles.price}>
          Strikes counted from <LastPrice of={underlying} />
        </span>
      </div>
      {missing !== null && (
        <p className={styles.missing} role="alert">
          Not available: {missing}.
        </p>
      )}
      <ListBox
        aria-label="Strategies"
        layout="grid"
        className={styles.grid ?? ''}
        items={all.filter((preset) => preset.group === group)}
        onAction={(key) => choose(String(key))}
      >
        {(preset) => (
          <ListBoxItem id={preset.key} textValue={preset.name} className={styles.preset ?? ''}>
            <PayoffThumbnail legs={preset.legs} />
            <span className={styles.name}>{preset.name}</span>
            <span className={styles.legs}>
              {formatNumber(preset.legs.length, 0)} {preset.legs.length === 1 ? 'leg' : 'legs'}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  )
}
