import { useState } from 'react'
import { intervalLabels, isIntraday } from '../../../domain/charts/interval.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import { symbolsInShort } from '../../../domain/strategies/in-words.ts'
import { logicOn } from '../../../domain/strategies/rules-of-strategy.ts'
import type { OptionsStrategy, UnderlyingRule } from '../../../domain/strategies/strategy.ts'
import type { PartOf } from '../../../machines/strategies/editor/draft-history.ts'
import type { RowOfRule } from '../../../machines/strategies/editor/rule-preview.ts'
import { Select } from '../../kit/control/field.tsx'
import { InstrumentField } from '../../kit/instrument/instrument-field.tsx'
import { useContracts } from '../../kit/instrument/use-contracts.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { RuleEditor } from '../../strategies/rule/rule-editor.tsx'
import text from '../../theme/text.module.css'
import styles from './builder.module.css'
import { ClockField } from './clock-field.tsx'
import { HoursTile, intervalChoices, NameTile } from './equity-settings.tsx'
import { EntryKind, ExitKind } from './kind-switches.tsx'
import { LegsPanel } from './legs-panel.tsx'
import { NumberField } from './number-field.tsx'
import { OutlookPanel } from './outlook-panel.tsx'
import { PresetStrip } from './preset-strip.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { SettingTile } from './setting-tile.tsx'
import { type Change, useOptionsDraft, useProblems } from './use-draft.ts'
import { useReadings } from './use-readings.ts'
import { NotePanel, VersionsPanel } from './versions-panel.tsx'

const ALL = 'all'

interface PartProps {
  readonly draft: OptionsStrategy
  readonly change: Change<PartOf<OptionsStrategy>>
}

const entrySamples = ['close > ema(close,50)', 'rsi(14) > 40 and rsi(14) < 60'] as const
const exitSamples = ['rsi(14) > 70', 'close crosses below ema(close,21)'] as const

export function OptionsBuilder() {
  const edited = useOptionsDraft()
  const [chosen, choose] = useState<string | null>(null)
  const [row, setRow] = useState<RowOfRule | null>(null)
  const { entryUnderlyings = [], exitUnderlyings = [], legs = [] } = edited?.draft ?? {}
  const of = underlyingOf({ entryUnderlyings, exitUnderlyings }, chosen)
  const contracts = useContracts(of ?? entryUnderlyings[0]?.segSym ?? null, legs)
  if (edited === null) return null
  return (
    <div className={styles.single}>
      <OptionSettings {...edited} />
      <PresetStrip {...edited} />
      <LegsPanel {...edited} contracts={contracts} />
      <OutlookPanel draft={edited.draft} contracts={contracts} />
      <div className={styles.halves}>
        <EntryPanel {...edited} of={of} onChoose={choose} onRow={setRow} />
        <ExitPanel {...edited} of={of} onChoose={choose} onRow={setRow} />
      </div>
      {entryUnderlyings.length > 0 && edited.draft.entryType === 'condition' && (
        <PreviewPanel
          draft={edited.draft}
          row={row}
          of={of ?? entryUnderlyings[0]?.segSym ?? null}
          className={styles.ofRule}
        />
      )}
      <NotePanel />
      <VersionsPanel />
    </div>
  )
}

const candles = intervalChoices.filter(({ value }) => isIntraday(value))
const products = [
  { value: 'MIS', label: 'MIS' },
  { value: 'NRML', label: 'NRML' },
] as const

function OptionSettings({ draft, change }: PartProps) {
  const problemOf = useProblems()
  const { entryUnderlyings, exitUnderlyings, exitType, interval, product } = draft
  const symbols = entryUnderlyings.map(({ segSym }) => segSym)
  return (
    <section className={styles.settings} aria-label="Settings">
      <SettingTile
        label="Underlyings"
        value={symbols.length === 0 ? <span className={text.muted}>None yet</span> : symbolsInShort(symbols)}
        keys="i"
        problem={problemOf('entryUnderlyings', 'exitUnderlyings')}
      >
        <InstrumentField
          label="Underlyings"
          chosen={symbols}
          onChange={(chosen) =>
            change({
              entryUnderlyings: chosen.map((segSym) => ruleFor(entryUnderlyings, segSym)),
              exitUnderlyings:
                exitType === 'condition' ? chosen.map((segSym) => ruleFor(exitUnderlyings, segSym)) : [],
            })
          }
        />
      </SettingTile>
      <SettingTile label="Candles" value={intervalLabels[interval]} keys="t" problem={problemOf('interval')}>
        <Select
          label="Candles"
          value={interval}
          choices={candles}
          onChange={(chosen) => change({ interval: chosen })}
        />
      </SettingTile>
      <SettingTile label="Product" value={product} keys="p" problem={problemOf('product')}>
        <Select
          label="Product"
          value={product === 'cash' ? 'MIS' : product}
          choices={products}
          onChange={(chosen) => change({ product: chosen })}
        />
      </SettingTile>
      <HoursTile draft={draft} change={change} />
      <NameTile draft={draft} change={change} />
    </section>
  )
}

/** An added underlying begins with the rule of the first. */
const ruleFor = (rules: readonly UnderlyingRule[], segSym: InstrumentId): UnderlyingRule => ({
  segSym,
  logic: logicOn(rules, segSym),
})

const withLogic = (
  rules: readonly UnderlyingRule[],
  of: InstrumentId | null,
  logic: string,
): readonly UnderlyingRule[] =>
  rules.map((rule) => (of === null || rule.segSym === of ? { ...rule, logic } : rule))

const isMixed = (rules: readonly UnderlyingRule[]): boolean =>
  new Set(rules.map(({ logic }) => logic)).size > 1

/** The underlying whose rules are shown; null for all of them, which is usual while their rules are the same. */
const underlyingOf = (
  { entryUnderlyings, exitUnderlyings }: Pick<OptionsStrategy, 'entryUnderlyings' | 'exitUnderlyings'>,
  chosen: string | null,
): InstrumentId | null => {
  if (chosen === ALL) return null
  const found = entryUnderlyings.find(({ segSym }) => segSym === chosen) ?? entryUnderlyings[0]
  const isUsual = found?.segSym !== chosen && !isMixed(entryUnderlyings) && !isMixed(exitUnderlyings)
  return isUsual ? null : (found?.segSym ?? null)
}

interface RuleOfProps {
  readonly rules: readonly UnderlyingRule[]
  readonly of: InstrumentId | null
  readonly onChoose: (chosen: string) => void
}

function RuleOf({ rules, of, onChoose }: RuleOfProps) {
  if (rules.length < 2) return null
  const choices = [
    { value: ALL, label: 'All underlyings' },
    ...rules.map(({ segSym }) => ({ value: String(segSym), label: textOfInstrument(segSym) })),
  ]
  return (
    <div className={styles.fields}>
      <Select label="Rule of" value={of ?? ALL} choices={choices} onChange={onChoose} />
      {of === null && isMixed(rules) && (
        <p className={`${styles.line} ${text.muted}`}>
          The underlyings have different rules. This is the first one; changed here, it becomes the rule of
          all.
        </p>
      )}
    </div>
  )
}

type RulePanelProps = PartProps &
  Pick<RuleOfProps, 'of' | 'onChoose'> & { readonly onRow: (row: RowOfRule | null) => void }

function EntryPanel({ draft, change, of, onChoose, onRow }: RulePanelProps) {
  const problemOf = useProblems()
  const { entryUnderlyings: rules } = draft
  const readings = useReadings('entry', logicOn(rules, of))
  return (
    <Panel title="Enter" aside={<EntryKind draft={draft} change={change} />} className={styles.panel}>
      {draft.entryType === 'condition' && rules.length > 0 && (
        <>
          <RuleOf rules={rules} of={of} onChoose={onChoose} />
          <RuleEditor
            key={of}
            label="Enter when"
            logic={logicOn(rules, of)}
            samples={entrySamples}
            readings={readings}
            problem={problemOf('entryUnderlyings')}
            onChange={(logic, group) => change({ entryUnderlyings: withLogic(rules, of, logic) }, group)}
            onRow={(index) => onRow(index === null ? null : { rule: 'entry', row: index })}
          />
        </>
      )}
      {draft.entryType === 'condition' && rules.length === 0 && (
        <p className={`${styles.line} ${text.muted}`}>
          Choose an underlying first: the rule is about its price.
        </p>
      )}
      {draft.entryType === 'time' && (
        <div className={styles.fields}>
          <ClockField
            label="At"
            value={draft.entryTime ?? ''}
            problem={problemOf('entryTime')}
            onChange={(entryTime) => change({ entryTime }, 'entry time')}
          />
        </div>
      )}
      {draft.entryType === 'direct' && <p className={styles.line}>Whenever nothing is held.</p>}
    </Panel>
  )
}

function ExitPanel({ draft, change, of, onChoose, onRow }: RulePanelProps) {
  const problemOf = useProblems()
  const readings = useReadings('exit', logicOn(draft.exitUnderlyings, of))
  const { exitUnderlyings: rules, product, exitType, exitTime, tradingStopTime } = draft
  return (
    <Panel title="Exit all legs" aside={<ExitKind draft={draft} change={change} />} className={styles.panel}>
      {exitType === 'condition' && rules.length > 0 && (
        <>
          <RuleOf rules={rules} of={of} onChoose={onChoose} />
          <RuleEditor
            key={of}
            label="Exit when"
            logic={logicOn(rules, of)}
            samples={exitSamples}
            readings={readings}
            problem={problemOf('exitUnderlyings')}
            onChange={(logic, group) => change({ exitUnderlyings: withLogic(rules, of, logic) }, group)}
            onRow={(index) => onRow(index === null ? null : { rule: 'exit', row: index })}
          />
        </>
      )}
      <div className={styles.fields}>
        {exitType === 'time' && (
          <ClockField
            label="At"
            value={exitTime ?? ''}
            problem={problemOf('exitTime')}
            onChange={(next) => change({ exitTime: next }, 'exit time')}
          />
        )}
        <NumberField
          label="Combined stop, ₹"
          placeholder="none"
          value={draft.combinedSl}
          problem={problemOf('combinedSl')}
          onChange={(combinedSl) => change({ combinedSl }, 'combined stop')}
        />
        <NumberField
          label="Combined target, ₹"
          placeholder="none"
          value={draft.combinedTp}
          problem={problemOf('combinedTp')}
          onChange={(combinedTp) => change({ combinedTp }, 'combined target')}
        />
        <LockFields draft={draft} change={change} />
      </div>
      {product === 'MIS' && (
        <p className={`${styles.line} ${text.muted}`}>
          {`MIS is squared off at ${exitType === 'time' && exitTime !== null ? exitTime : tradingStopTime}.`}
        </p>
      )}
    </Panel>
  )
}

const LOCKED_SHARE = 0.5

function LockFields({ draft: { lockProfit }, change }: Pick<PartProps, 'draft' | 'change'>) {
  const problemOf = useProblems()
  return (
    <>
      <NumberField
        label="Lock profit at, ₹"
        placeholder="never"
        value={lockProfit?.at ?? null}
        problem={problemOf('lockProfit')}
        onChange={(at) => {
          const keep = lockProfit?.keep ?? Math.round((at ?? 0) * LOCKED_SHARE)
          change({ lockProfit: at === null ? undefined : { at, keep } }, 'locked profit')
        }}
      />
      {lockProfit !== undefined && (
        <NumberField
          label="Then keep, ₹"
          value={lockProfit.keep}
          onChange={(keep) => change({ lockProfit: { ...lockProfit, keep: keep ?? 0 } }, 'kept profit')}
        />
      )}
    </>
  )
}
