import { useState } from 'react'
import type { IndicatorSpec, ParamSpec } from '../../../../domain/charts/indicators/spec.ts'
import { fieldIndexOf, findIndicator, findParamProblem } from '../../../../domain/charts/indicators.ts'
import { INDICATOR_LENGTH_MAX } from '../../../../domain/charts/layout.ts'
import { capitalised } from '../../../../domain/format.ts'
import { parseOperand } from '../../../../domain/strategies/condition/parse.ts'
import { printOperand, shortOperand } from '../../../../domain/strategies/condition/print.ts'
import type { IndicatorOperand } from '../../../../domain/strategies/condition/tree.ts'
import { toTyped } from '../../../../domain/strategies/definitions/written.ts'
import { Field, Select } from '../../../kit/control/field.tsx'
import { StepField } from '../../../kit/control/step-field.tsx'
import { useDefinitions, useSavedDefinitions } from '../../../kit/known-definitions.ts'
import styles from './indicator-picker.module.css'
import { readTyped } from './typed-indicator.ts'

interface ParamsEditorProps {
  /** `ema(close,9)` */
  readonly indicator: string
  readonly onChange: (indicator: string) => void
}

const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return capitalised(words)
}

const operandOf = (indicator: string): IndicatorOperand | null => {
  const parsed = parseOperand(indicator)
  return parsed.ok && parsed.tree.kind === 'indicator' && parsed.tree.as === undefined ? parsed.tree : null
}

export function ParamsEditor({ indicator, onChange }: ParamsEditorProps) {
  const operand = operandOf(indicator)
  const spec = operand === null ? null : findIndicator(operand.key)
  if (operand === null || spec === null) return <WrittenEditor written={indicator} onChange={onChange} />
  if (spec.params.length === 0) return <p>{spec.name} has no parameters</p>
  return <Params operand={operand} spec={spec} onChange={onChange} />
}

interface ParamsProps extends Pick<ParamsEditorProps, 'onChange'> {
  readonly operand: IndicatorOperand
  readonly spec: IndicatorSpec
}

/** Draws allowed values at once; the field of another value says which are allowed. */
function Params({ operand, spec, onChange }: ParamsProps) {
  const [values, setValues] = useState<readonly (number | string | null)[]>(operand.params)
  const { over, ...plain } = operand
  const field = over === undefined ? -1 : fieldIndexOf(spec)
  const setAt = (index: number) => (value: number | string | null) => {
    const next = values.with(index, value)
    setValues(next)
    const params = next.filter((one) => one !== null)
    if (findParamProblem(spec, params) !== null) return
    onChange(printOperand(index === field ? { ...plain, params } : { ...operand, params }))
  }
  return (
    <div className={styles.field}>
      {spec.params.map((param, index) =>
        index === field && over !== undefined ? (
          <Select
            key={param.name}
            label={titleOf(param.name)}
            value=""
            choices={[{ value: '', label: shortOperand(over) }, ...choicesOf(param)]}
            onChange={(value) => value !== '' && setAt(index)(value)}
          />
        ) : (
          <ParamField key={param.name} param={param} value={values[index] ?? null} onChange={setAt(index)} />
        ),
      )}
    </div>
  )
}

function WrittenEditor({
  written,
  onChange,
}: { readonly written: string } & Pick<ParamsEditorProps, 'onChange'>) {
  const saved = useSavedDefinitions()
  const definitions = useDefinitions()
  const [text, setText] = useState(() => toTyped(written, definitions))
  const [problem, setProblem] = useState<string | null>(null)
  const take = () => {
    const read = readTyped(text, saved)
    if ('problem' in read) setProblem(read.problem)
    else if (read.indicator !== written) onChange(read.indicator)
  }
  return (
    <Field
      className={styles.written}
      label="Calculation or rule"
      value={text}
      problem={problem}
      isMono
      autoFocus
      spellCheck={false}
      maxLength={INDICATOR_LENGTH_MAX}
      help={problem === null ? 'Enter draws it' : undefined}
      onChange={(typed) => {
        setText(typed)
        setProblem(null)
      }}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      onBlur={take}
    />
  )
}

const choicesOf = ({ options }: ParamSpec) =>
  options.map((option) => ({ value: option, label: option.replaceAll('_', ' ') }))

interface ParamFieldProps {
  readonly param: ParamSpec
  readonly value: number | string | null
  readonly onChange: (value: number | string | null) => void
}

function ParamField({ param, value, onChange }: ParamFieldProps) {
  const { name, type, integer, min, max } = param
  if (type === 'dropdown')
    return (
      <Select label={titleOf(name)} value={String(value)} choices={choicesOf(param)} onChange={onChange} />
    )
  const isAllowed =
    typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value))
  return (
    <StepField
      label={titleOf(name)}
      value={typeof value === 'number' ? value : null}
      problem={isAllowed ? undefined : `${integer ? 'A whole number from' : 'From'} ${min} to ${max}`}
      step={integer ? 1 : Number(param.default) < 1 ? 0.01 : 0.1}
      decimals={integer ? 0 : 2}
      min={min}
      onChange={onChange}
    />
  )
}
