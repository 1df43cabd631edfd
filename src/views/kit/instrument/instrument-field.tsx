import { useMemo, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { MAX_SEARCH_RESULTS } from '../../../domain/instruments/instrument-index.ts'
import { RUN_SYMBOLS_MAX } from '../../../machines/backtests/backtest-batch.ts'
import { takingBestMatch } from '../best-match.ts'
import { useConsole } from '../console.tsx'
import { Icon } from '../layout/icon.tsx'
import styles from './instrument-field.module.css'
import { InstrumentMenu } from './instrument-menu.tsx'

interface InstrumentFieldProps {
  readonly label: string
  readonly chosen: readonly InstrumentId[]
  readonly problem?: string | undefined
  readonly isSingle?: boolean
  readonly onChange: (chosen: readonly InstrumentId[]) => void
}

export function InstrumentField({
  label,
  chosen,
  problem,
  isSingle = false,
  onChange,
}: InstrumentFieldProps) {
  const { instruments } = useConsole()
  const [query, setQuery] = useState('')
  // The list closes once something was added, instead of standing over what comes next.
  const [isAdded, setAdded] = useState(false)
  const found = useMemo(
    () => (instruments()?.search(query, MAX_SEARCH_RESULTS) ?? []).filter(({ id }) => !chosen.includes(id)),
    [instruments, query, chosen],
  )
  const add = (key: unknown) => {
    const one = found.find(({ id }) => id === key)
    if (one && isSingle) onChange([one.id])
    else if (one && chosen.length < RUN_SYMBOLS_MAX) onChange([...chosen, one.id])
    setQuery('')
    setAdded(true)
  }
  return (
    <ComboBox
      className={styles.field ?? ''}
      items={isAdded ? [] : found}
      inputValue={query}
      onInputChange={(text) => {
        setQuery(text)
        if (text !== '') setAdded(false)
      }}
      selectedKey={null}
      onSelectionChange={add}
      menuTrigger="input"
      allowsEmptyCollection={!isAdded}
      isInvalid={problem !== undefined}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      {chosen.length > 0 && (
        <ul className={styles.chips} aria-label="Selected">
          {chosen.map((id) => (
            <li key={id} className={styles.chip}>
              {tradingSymbolOf(id)}
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove ${tradingSymbolOf(id)}`}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              >
                <Icon name="close" size={10} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Input
        className={styles.input ?? ''}
        placeholder="NIFTY 50, RELIANCE, …"
        maxLength={60}
        onKeyDownCapture={takingBestMatch(query, found[0]?.id, add)}
      />
      <FieldError className={styles.problem ?? ''}>{problem}</FieldError>
      <InstrumentMenu />
    </ComboBox>
  )
}
