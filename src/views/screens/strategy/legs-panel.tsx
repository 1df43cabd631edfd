import { LEGS_MAX } from '../../../domain/backtests/option-run/rules.ts'
import { instrumentTitle } from '../../../domain/instruments/instrument-names.ts'
import type { ContractOfLeg } from '../../../domain/strategies/contracts-of-legs.ts'
import { newLeg } from '../../../domain/strategies/new-leg.ts'
import type { OptionsStrategy, StrategyLeg } from '../../../domain/strategies/strategy.ts'
import { Button } from '../../kit/control/button.tsx'
import { Select } from '../../kit/control/field.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import styles from './builder.module.css'
import { NumberField } from './number-field.tsx'
import { type Change, useProblems } from './use-draft.ts'

interface LegsPanelProps {
  readonly draft: OptionsStrategy
  readonly change: Change<Partial<OptionsStrategy>>
  readonly contracts: readonly ContractOfLeg[] | null
}

export function LegsPanel({ draft: { legs }, change, contracts }: LegsPanelProps) {
  const problemOf = useProblems()
  const put = (index: number, part: Partial<StrategyLeg>, group?: string) => {
    const leg = legs[index]
    if (leg !== undefined)
      change(
        { legs: legs.with(index, { ...leg, ...part }) },
        group === undefined ? group : `leg ${index} ${group}`,
      )
  }
  const missing = problemOf('legs')
  return (
    <Panel
      title="Legs"
      note={legs.length === 0 ? undefined : `${legs.length} of at most ${LEGS_MAX}`}
      className={styles.panel}
      aside={
        <Button
          kind="quiet"
          keys="l"
          data-answers="l"
          isDisabled={legs.length >= LEGS_MAX}
          onPress={() => change({ legs: [...legs, newLeg] })}
        >
          Add leg
        </Button>
      }
    >
      {legs.length === 0 ? (
        <EmptyNotice icon="options" title="No legs yet">
          {missing ?? 'Take a ready-made strategy above, or add a leg.'}
        </EmptyNotice>
      ) : (
        <ol className={styles.legs} aria-label="Legs">
          {legs.map((leg, index) => (
            <Leg
              // biome-ignore lint/suspicious/noArrayIndexKey: two legs may be the same
              key={index}
              leg={leg}
              index={index}
              problem={problemOf(`legs.${index}`)}
              contract={contracts?.[index] ?? null}
              onChange={(part, group) => put(index, part, group)}
              onRemove={() => change({ legs: legs.filter((_, other) => other !== index) })}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}

const sides = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const
const types = [
  { value: 'ce', label: 'CE' },
  { value: 'pe', label: 'PE' },
] as const
const expiries = [
  { value: 'current', label: 'Nearest expiry' },
  { value: 'next', label: 'Next expiry' },
  { value: 'monthly', label: 'Monthly expiry' },
] as const
const bases = [
  { value: 'atm', label: 'ATM offset' },
  { value: 'delta', label: 'Delta' },
  { value: 'premium', label: 'Premium, ₹' },
] as const
const moveUnits = [
  { value: 'pct', label: '% of premium' },
  { value: 'pts', label: 'points' },
] as const

type Basis = (typeof bases)[number]['value']

const basisOf = ({ delta, premium }: StrategyLeg): Basis => {
  if (delta !== null) return 'delta'
  return premium === null ? 'atm' : 'premium'
}

const usual: Readonly<Record<Basis, number>> = { atm: 0, delta: 0.3, premium: 100 }
const noStrike = { atm: null, delta: null, premium: null } as const

interface LegProps {
  readonly leg: StrategyLeg
  readonly index: number
  readonly problem: string | undefined
  readonly contract: ContractOfLeg | null
  readonly onChange: (part: Partial<StrategyLeg>, group?: string) => void
  readonly onRemove: () => void
}

function Leg({ leg, index, problem, contract, onChange, onRemove }: LegProps) {
  const { position, type, expiry, quantity } = leg
  const isPhone = useMedia(PHONE)
  const basis = basisOf(leg)
  // In columns, the first leg's labels stand over all.
  const shared = { isLabelHidden: index > 0 && !isPhone }
  return (
    <li className={styles.leg}>
      <span className={styles.legHead}>
        <span className={styles.legNumber}>{index + 1}</span>
        <Segmented
          label={`Leg ${index + 1}: side`}
          value={position}
          choices={sides}
          onChange={(next) => onChange({ position: next })}
        />
        <Segmented
          label={`Leg ${index + 1}: type`}
          value={type}
          choices={types}
          onChange={(next) => onChange({ type: next })}
        />
      </span>
      <Select
        {...shared}
        label="Expiry"
        value={expiry}
        choices={expiries}
        onChange={(next) => onChange({ expiry: next })}
      />
      <Select
        {...shared}
        label="Strike by"
        value={basis}
        choices={bases}
        onChange={(next) => onChange({ ...noStrike, [next]: usual[next] })}
      />
      <NumberField
        {...shared}
        key={basis}
        label="Strike"
        value={leg[basis]}
        onChange={(value) => onChange({ ...noStrike, [basis]: value ?? usual[basis] }, 'strike')}
      />
      <NumberField
        {...shared}
        label="Lots"
        value={quantity}
        onChange={(value) => onChange({ quantity: value ?? 0 }, 'lots')}
      />
      <Levels leg={leg} isLabelHidden={shared.isLabelHidden} onChange={onChange} />
      <Button kind="quiet" icon="close" aria-label={`Remove leg ${index + 1}`} onPress={onRemove} />
      {problem !== undefined && <p className={styles.legProblem}>{problem}</p>}
      {contract !== null && <ContractNow contract={contract} />}
    </li>
  )
}

type LevelsProps = Pick<LegProps, 'leg' | 'onChange'> & { readonly isLabelHidden: boolean }

function Levels({ leg: { stopLoss, targetProfit, tpslType }, isLabelHidden, onChange }: LevelsProps) {
  const shared = { isLabelHidden, placeholder: 'none' }
  return (
    <>
      <NumberField
        {...shared}
        label="Stop"
        value={stopLoss}
        onChange={(value) => onChange({ stopLoss: value }, 'stop')}
      />
      <NumberField
        {...shared}
        label="Target"
        value={targetProfit}
        onChange={(value) => onChange({ targetProfit: value }, 'target')}
      />
      <Select
        isLabelHidden={isLabelHidden}
        label="Both in"
        value={tpslType}
        choices={moveUnits}
        onChange={(next) => onChange({ tpslType: next })}
      />
    </>
  )
}

/** The contract that the leg means at this moment, with its price. */
function ContractNow({ contract: one }: { readonly contract: ContractOfLeg }) {
  if (one.kind === 'waits') return null
  return (
    <p className={styles.contract}>
      {one.kind === 'missing' ? (
        `Not listed: ${one.what}`
      ) : (
        <>
          <bdi>{instrumentTitle(one.contract)}</bdi> <LastPrice of={one.contract.id} />
        </>
      )}
    </p>
  )
}
