import { useMemo, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import type { IndicatorSpec } from '../../../../domain/charts/indicators/spec.ts'
import { imageOf } from '../../../../domain/charts/indicators.ts'
import { INDICATOR_LENGTH_MAX } from '../../../../domain/charts/layout.ts'
import menu from '../../../kit/control/menu.module.css'
import { useIndicatorGuide } from '../../../kit/hooks/use-indicator-guide.ts'
import { searchIndicators } from '../../../kit/indicator-list.ts'
import { useSavedDefinitions } from '../../../kit/known-definitions.ts'
import styles from './indicator-picker.module.css'
import { readTyped } from './typed-indicator.ts'

const LIST_PIXELS_MAX = 320

interface IndicatorFieldProps {
  readonly chosen: readonly string[]
  readonly onToggle: (indicator: string) => void
  readonly onDone: () => void
}

export function IndicatorField({ chosen, onToggle, onDone }: IndicatorFieldProps) {
  const guide = useIndicatorGuide()
  const definitions = useSavedDefinitions()
  const [query, setQuery] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const found = useMemo(() => {
    const words = query.trim().toLowerCase()
    const described = ({ syntax }: IndicatorSpec) => guide.get(syntax)?.description ?? ''
    return searchIndicators(words, guide).map((row) => ({ ...row, description: described(row.spec) }))
  }, [query, guide])
  const draw = (indicator: string) => {
    onToggle(indicator)
    setQuery('')
    setProblem(null)
    onDone()
  }
  const enter = () => {
    const read = readTyped(query, definitions)
    if ('indicator' in read) draw(read.indicator)
    else setProblem(read.problem)
  }
  return (
    <ComboBox
      className={styles.field ?? ''}
      items={found}
      inputValue={query}
      onInputChange={(text) => {
        setQuery(text)
        setProblem(null)
      }}
      selectedKey={null}
      onSelectionChange={(key) => key !== null && draw(String(key))}
      menuTrigger="focus"
      allowsCustomValue
      allowsEmptyCollection
      isInvalid={problem !== null}
    >
      <Label className={styles.label ?? ''}>Indicator</Label>
      <Input
        autoFocus
        className={styles.input ?? ''}
        placeholder="ema 9, rsi(14), ema(rsi(14),9), close > ema(close,20)"
        maxLength={INDICATOR_LENGTH_MAX}
        onKeyDown={(event) => {
          const isChosen = event.currentTarget.getAttribute('aria-activedescendant') !== null
          if (event.key === 'Enter' && !isChosen && query.trim() !== '') enter()
        }}
      />
      <FieldError className={styles.problem ?? ''}>{problem}</FieldError>
      <Popover
        className={`${menu.popover} ${styles.list}`}
        placement="bottom start"
        maxHeight={LIST_PIXELS_MAX}
      >
        <ListBox
          className={menu.menu ?? ''}
          renderEmptyState={() => <p className={styles.none}>Enter adds it to the chart</p>}
        >
          {({ id, spec, description }: (typeof found)[number]) => (
            <ListBoxItem id={id} textValue={id} className={menu.item ?? ''}>
              <Found id={id} spec={spec} description={description} isChosen={chosen.includes(id)} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

interface FoundProps {
  readonly id: string
  readonly spec: IndicatorSpec
  readonly description: string
  readonly isChosen: boolean
}

function Found({ id, spec, description, isChosen }: FoundProps) {
  return (
    <>
      <img className={styles.picture} src={imageOf(spec)} alt="" loading="lazy" width={64} height={36} />
      <span className={styles.words}>
        <b>{spec.name}</b> {isChosen && <span>on chart</span>}
        <Text slot="description" className={styles.about ?? ''}>
          {description}
        </Text>
      </span>
      <span className={menu.end}>{id}</span>
    </>
  )
}
