import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import { groupOfAnswer } from '../../../domain/options/priced-leg.ts'
import { payoffIf } from '../../../domain/positions/payoff-if.ts'
import { asItIs, groupGreeksIf, type WhatIf } from '../../../domain/positions/risk.ts'
import type { ContractOfLeg } from '../../../domain/strategies/contracts-of-legs.ts'
import type { OptionsStrategy } from '../../../domain/strategies/strategy.ts'
import {
  addDays,
  istDateToDayNumber,
  istDayNumber,
  parseIstDate,
  toIstClock,
  toIstDate,
} from '../../../domain/time.ts'
import type { LegsPayoff } from '../../../machines/strategies/editor/legs-payoff.ts'
import { drawnPayoff } from '../../charts/payoff/drawn-payoff.ts'
import { payoffInWords } from '../../charts/payoff/outcome-in-words.ts'
import { GreekTiles, MarginTiles, OutcomeTiles } from '../../charts/payoff/outlook-tiles.tsx'
import { PayoffChart, type PayoffExit } from '../../charts/payoff/payoff-chart.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { entryOf, legsNow } from '../../kit/instrument/orders-of-legs.ts'
import { useAsked } from '../../kit/instrument/use-asked.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import text from '../../theme/text.module.css'
import styles from './builder.module.css'
import { StepButton } from './step-button.tsx'

const IV_STEP = 0.005
const IV_MOST = 0.2

interface OutlookProps {
  readonly draft: OptionsStrategy
  readonly contracts: readonly ContractOfLeg[] | null
}

const readIf = (payoff: LegsPayoff, whatIf: WhatIf) => {
  const group = groupOfAnswer(payoff)
  const { rate } = payoff.model
  return {
    ...drawnPayoff(payoffIf(group, whatIf, rate), payoff.spot),
    greeks: groupGreeksIf(group, whatIf, rate),
  }
}

/** Payoff, margin, charges and greeks of the legs, priced as the contracts that they mean now. */
export function OutlookPanel(props: OutlookProps) {
  const [whatIf, setWhatIf] = useState(asItIs)
  const payoff = useSnapshot('legsPayoff', ({ context }) => context.output)
  const message = useSnapshot('legsPayoff', ({ context }) => context.message)
  const margin = useSnapshot('legsMargin', ({ context }) => context.output)
  const marginMessage = useSnapshot('legsMargin', ({ context }) => context.message)
  const legs = legsNow(props.draft.legs, props.contracts)
  const body = legs === null ? null : JSON.stringify({ legs })
  const read = useMemo(() => (payoff === null ? null : readIf(payoff, whatIf)), [payoff, whatIf])
  const isOld = useAsked('legsPayoff', body)
  const isMarginOld = useAsked(
    'legsMargin',
    legs === null ? null : JSON.stringify(entryOf(legs, props.draft.product)),
  )
  if (body === null || payoff === null || read === null)
    return (
      <Panel title="Payoff" className={styles.payoff}>
        <Waiting {...props} message={body === null ? null : message} />
      </Panel>
    )
  return (
    <div className={styles.outlook}>
      <div className={styles.curve} data-old={isOld ? '' : undefined}>
        <PayoffPanel
          {...{ payoff, read, message, whatIf }}
          exits={exitsOf(props.draft)}
          onChange={setWhatIf}
        />
      </div>
      <div className={styles.figures}>
        <div data-old={isOld ? '' : undefined}>
          <OutcomeTiles payoff={read.outcome} />
        </div>
        <div data-old={isMarginOld ? '' : undefined}>
          <MarginTiles preview={margin} />
          {marginMessage !== null && <p className={`${styles.line} ${text.muted}`}>{marginMessage}</p>}
        </div>
        <div data-old={isOld ? '' : undefined}>
          <GreekTiles greeks={read.greeks} of="legs" />
        </div>
      </div>
    </div>
  )
}

function Waiting({ draft, contracts, message }: OutlookProps & { readonly message: string | null }) {
  const { dispatch } = useConsole()
  const missing = contracts?.find((one) => one.kind === 'missing')
  if (message !== null)
    return (
      <ErrorNotice
        message={message}
        onRetry={() => dispatch({ to: 'legsPayoff', event: { type: 'request.retry' } })}
      />
    )
  if (missing?.kind === 'missing')
    return <EmptyNotice icon="options" title="No payoff">{`Not listed: ${missing.what}.`}</EmptyNotice>
  if (draft.legs.length === 0 || draft.entryUnderlyings.length === 0)
    return (
      <EmptyNotice icon="options" title="No payoff yet">
        Choose an underlying and legs: what they pay is drawn here.
      </EmptyNotice>
    )
  return (
    <div role="status" aria-label="Payoff: loading">
      <Skeleton rows={8} />
    </div>
  )
}

const exitsOf = ({ combinedSl, combinedTp, lockProfit }: OutlookProps['draft']): readonly PayoffExit[] => [
  ...(combinedSl === null ? [] : [{ kind: 'stop' as const, pnl: -combinedSl }]),
  ...(combinedTp === null ? [] : [{ kind: 'target' as const, pnl: combinedTp }]),
  ...(lockProfit === undefined ? [] : [{ kind: 'lock' as const, pnl: lockProfit.keep }]),
]

const exitNames = { stop: 'Combined stop', target: 'Combined target', lock: 'Profit locked' } as const

const exitsInWords = (exits: readonly PayoffExit[]): string =>
  exits.map(({ kind, pnl }) => ` ${exitNames[kind]} at ${formatSignedRupees(pnl, 0)}.`).join('')

interface PayoffPanelProps {
  readonly payoff: LegsPayoff
  readonly read: ReturnType<typeof readIf>
  readonly exits: readonly PayoffExit[]
  readonly message: string | null
  readonly whatIf: WhatIf
  readonly onChange: Dispatch<SetStateAction<WhatIf>>
}

const lastDayOf = ({ asOf, expiry }: LegsPayoff): number => {
  const date = parseIstDate(expiry)
  return date === null ? 0 : Math.max(0, istDateToDayNumber(date) - istDayNumber(asOf))
}

const stepsOf = (lastDay: number, change: PayoffPanelProps['onChange']) => {
  const stepDay = (by: number) =>
    change((now) => ({ ...now, days: Math.min(lastDay, Math.max(0, now.days + by)) }))
  const stepIv = (by: 1 | -1) =>
    change((now) => {
      // Sums of shares have rounding errors.
      const next = (Math.round(now.volatility / IV_STEP) + by) * IV_STEP
      return { ...now, volatility: Math.min(IV_MOST, Math.max(-IV_MOST, next)) }
    })
  return {
    earlier: () => stepDay(-1),
    later: () => stepDay(1),
    lower: () => stepIv(-1),
    higher: () => stepIv(1),
    asItIs: () => change(asItIs),
  }
}

function PayoffPanel({ payoff, read, exits, message, whatIf, onChange }: PayoffPanelProps) {
  const lastDay = lastDayOf(payoff)
  const day = whatIf.days === 0 ? 'today' : dayInWords(addDays(toIstDate(payoff.asOf), whatIf.days))
  const steps = useMemo(() => stepsOf(lastDay, onChange), [lastDay, onChange])
  return (
    <Panel
      title="Payoff"
      className={styles.payoff}
      note={message ?? pricedInWords(payoff)}
      aside={
        <>
          <StepButton label="A day earlier" keys="[" icon="left" onPress={steps.earlier} />
          <b>{day}</b>
          <StepButton label="A day later" keys="]" icon="right" onPress={steps.later} />
          <StepButton label="Lower volatility" keys="{" icon="left" onPress={steps.lower} />
          <b>{`IV ${formatSigned(whatIf.volatility * 100, 1)}`}</b>
          <StepButton label="Higher volatility" keys="}" icon="right" onPress={steps.higher} />
          <StepButton label="As it is" keys="0" icon="close" onPress={steps.asItIs} />
        </>
      }
    >
      <PayoffChart
        curve={read.curve}
        day={day}
        summary={`${payoffInWords(read.outcome)}${exitsInWords(exits)}`}
        exits={exits}
      />
    </Panel>
  )
}

const pricedInWords = (payoff: LegsPayoff): string =>
  `one set at ${toIstClock(payoff.asOf)}, premium ${formatSignedRupees(payoff.netPremium, 0)}, expiry ${expiryInWords(payoff)}`

const expiryInWords = ({ expiry }: LegsPayoff): string => {
  const date = parseIstDate(expiry)
  return date === null ? expiry : dayInWords(date)
}
