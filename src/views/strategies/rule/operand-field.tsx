import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { imageOf } from '../../../domain/charts/indicators.ts'
import type { Operand } from '../../../domain/strategies/condition/tree.ts'
import {
  callOfDefinition,
  type Definition,
  shapeOf,
} from '../../../domain/strategies/definitions/definition.ts'
import { readOperand, toTyped } from '../../../domain/strategies/definitions/written.ts'
import menu from '../../kit/control/menu.module.css'
import { useIndicatorGuide } from '../../kit/hooks/use-indicator-guide.ts'
import { searchIndicators } from '../../kit/indicator-list.ts'
import { useDefinitions } from '../../kit/known-definitions.ts'
import styles from './rule-editor.module.css'
import { TrendChips } from './trend-chips.tsx'

const LIST_PIXELS_MAX = 320
/** The name that is being typed, at the end of the text. */
const NAME_AT_END = /[A-Za-z_]\w*$/

interface OperandFieldProps {
  readonly label: string
  readonly initial: string
  /** Each time what is typed can be read. */
  readonly onTry: (operand: Operand) => void
  readonly onDone: (operand: Operand) => void
  readonly onCancel: () => void
}

interface Listed {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly trend: string
  readonly image: string | null
}

const listedDefinitions = (definitions: readonly Definition[], words: string): readonly Listed[] =>
  definitions
    .map((definition) => ({
      id: callOfDefinition(definition),
      name: shapeOf(definition),
      description: definition.body,
      trend: '',
      image: null,
    }))
    .filter(({ id, name }) => name.includes(words) && readOperand(id, definitions).ok)

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

function useListed(typed: string): readonly Listed[] {
  const guide = useIndicatorGuide()
  const definitions = useDefinitions()
  return useMemo(() => {
    const isWhole = readOperand(typed, definitions).ok && !NAME_AT_END.test(typed)
    const words = NAME_AT_END.exec(typed)?.[0].toLowerCase() ?? ''
    if (isWhole || (typed.trim() !== '' && words === '')) return []
    const found = searchIndicators(words, guide).map(({ id, spec }): Listed => {
      const { description = '', trend = '' } = guide.get(spec.syntax) ?? {}
      return { id, name: spec.name, description: firstSentence(description), trend, image: imageOf(spec) }
    })
    return [...listedDefinitions(definitions, words), ...found]
  }, [typed, guide, definitions])
}

/** The text that is typed, and how it ends: taken once it can be read, or given up. */
function useOperandText({ initial, onTry, onDone, onCancel }: OperandFieldProps) {
  const definitions = useDefinitions()
  const [typed, setTyped] = useState(() => toTyped(initial, definitions))
  const [isChanged, setChanged] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isEnded = useRef(false)
  const end = (how: () => void) => {
    if (isEnded.current) return
    isEnded.current = true
    how()
  }
  const finish = (text: string): boolean => {
    const read = readOperand(text, definitions)
    if (read.ok) end(() => onDone(read.tree))
    else setProblem(`column ${read.problem.column}: expected ${read.problem.expected}`)
    return read.ok
  }
  return {
    typed,
    isChanged,
    isReadable: (text: string) => readOperand(text, definitions).ok,
    problem,
    type: (text: string) => {
      setTyped(text)
      setChanged(true)
      setProblem(null)
      const read = readOperand(text, definitions)
      if (read.ok) onTry(read.tree)
    },
    finish,
    cancel: () => end(onCancel),
    leave: () => {
      if (!isEnded.current && !finish(typed)) end(onCancel)
    },
  }
}

export function OperandField(props: OperandFieldProps) {
  const field = useOperandText(props)
  const { typed, isChanged, problem, finish } = field
  const [trend, setTrend] = useState<string | null>(null)
  // The present text must not hide the other indicators.
  const found = useListed(isChanged ? typed : '')
  const shown = trend === null ? found : found.filter((one) => one.trend === trend)
  const take = (id: string) => {
    const text = isChanged ? typed.replace(NAME_AT_END, '') + id : id
    if (/\(/.test(typed) && !field.isReadable(text)) field.type(text)
    else finish(text)
  }
  const enter = () => {
    const [first] = shown
    if (field.isReadable(typed) || first === undefined) finish(typed)
    else take(first.id)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const isChosen = event.currentTarget.getAttribute('aria-activedescendant') !== null
    if (event.key !== 'Escape' && (event.key !== 'Enter' || isChosen)) return
    event.preventDefault()
    if (event.key === 'Escape') field.cancel()
    else enter()
  }
  return (
    <ComboBox
      className={styles.field ?? ''}
      aria-label={props.label}
      items={shown}
      inputValue={typed}
      onInputChange={field.type}
      selectedKey={null}
      onSelectionChange={(key) => key !== null && take(String(key))}
      menuTrigger="focus"
      allowsCustomValue
      allowsEmptyCollection
      isInvalid={problem !== null}
      data-own-escape=""
    >
      <Input
        autoFocus
        className={styles.input ?? ''}
        placeholder="ema(close,20), 70, close * 1.02"
        maxLength={400}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDownCapture={press}
        onBlur={field.leave}
      />
      <FieldError className={styles.problem ?? ''}>{problem}</FieldError>
      <Popover
        className={`${menu.popover} ${styles.list}`}
        placement="bottom start"
        maxHeight={LIST_PIXELS_MAX}
      >
        <TrendChips found={found} chosen={trend} onChoose={setTrend} />
        <Options />
      </Popover>
    </ComboBox>
  )
}

function Options() {
  return (
    <ListBox
      className={menu.menu ?? ''}
      renderEmptyState={() => <p className={styles.none}>Enter takes what is typed</p>}
    >
      {({ id, name, description, image }: Listed) => (
        <ListBoxItem id={id} textValue={id} className={menu.item ?? ''}>
          {image === null ? (
            <span className={styles.own}>def</span>
          ) : (
            <img className={styles.picture} src={image} alt="" loading="lazy" width={58} height={34} />
          )}
          <span className={styles.words}>
            <b>{name}</b>
            <Text slot="description" className={styles.about ?? ''}>
              {description}
            </Text>
          </span>
          <span className={styles.written}>{id}</span>
        </ListBoxItem>
      )}
    </ListBox>
  )
}
