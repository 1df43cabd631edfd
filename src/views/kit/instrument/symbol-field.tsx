import { useMemo, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { MAX_SEARCH_RESULTS } from '../../../domain/instruments/instrument-index.ts'
import { takingBestMatch } from '../best-match.ts'
import { useConsole } from '../console.tsx'
import { InstrumentMenu } from './instrument-menu.tsx'
import styles from './symbol-field.module.css'

interface SymbolFieldProps {
  readonly label: string
  readonly chosen: InstrumentId
  readonly onChange: (instrument: InstrumentId) => void
}

export function SymbolField({ label, chosen, onChange }: SymbolFieldProps) {
  const { instruments } = useConsole()
  const [query, setQuery] = useState('')
  const found = useMemo(() => instruments()?.search(query, MAX_SEARCH_RESULTS) ?? [], [instruments, query])
  const choose = (key: unknown) => {
    const one = found.find(({ id }) => id === key)
    if (one !== undefined) onChange(one.id)
    setQuery('')
  }
  return (
    <ComboBox
      className={styles.field ?? ''}
      items={found}
      inputValue={query}
      onInputChange={setQuery}
      selectedKey={null}
      onSelectionChange={choose}
      menuTrigger="input"
      allowsEmptyCollection
    >
      <Label className="visually-hidden">{label}</Label>
      <Input
        className={styles.input ?? ''}
        placeholder={tradingSymbolOf(chosen)}
        maxLength={60}
        data-answers="/"
        onKeyDownCapture={takingBestMatch(query, found[0]?.id, choose)}
      />
      <InstrumentMenu />
    </ComboBox>
  )
}
