import { useEffect, useState } from 'react'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatSigned, formatSignedRupees } from '../../../domain/format.ts'
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
import type { LegsPayoff, LegsPayoffInput } from '../../../machines/strategies/editor/legs-payoff.ts'
import { extremeInWords, payoffInWords } from '../../charts/payoff/outcome-in-words.ts'
import { PayoffChart } from '../../charts/payoff/payoff-chart.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Tiles } from '../../kit/layout/tiles.tsx'
import { toneOf } from '../../kit/price/signed.tsx'
import styles from './builder.module.css'

/** Typing a strike must not ask for each digit. */
const PAUSE_MS = 250
const IV_STEP = 0.5
const IV_MOST = 20

interface OutlookProps {
  readonly draft: OptionsStrategy
  readonly contracts: readonly ContractOfLeg[] | null
}

interface WhatIf {
  /** From today to the dashed curve. */
  readonly days: number
  /** Points of volatility added to every leg. */
  readonly iv: number
}

const nothingElse: WhatIf = { days: 0, iv: 0 }

/** Null unless every leg is a listed contract now. */
const bodyOf = ({ draft, contracts }: OutlookProps, { days, iv }: WhatIf): LegsPayoffInput | null => {
  const legs = (contracts ?? []).flatMap((one, index) => {
    const leg = draft.legs[index]
    if (one.kind !== 'found' || leg === undefined || !(leg.quantity >= 1)) return []
    const transactionType = leg.position === 'buy' ? ('BUY' as const) : ('SELL' as const)
    const quantity = Math.floor(leg.quantity) * Math.max(1, one.contract.lotSize)
    return [{ sym: one.contract.id, transactionType, quantity }]
  })
  if (legs.length === 0 || legs.length < draft.legs.length) return null
  return {
    legs,
    ...(days > 0 ? { horizonDays: days } : {}),
    ...(iv === 0 ? {} : { ivShift: iv }),
  }
}

/** What the legs pay, at expiry and on a day before, priced as the contracts that they mean now. */
export function OutlookPanel(props: OutlookProps) {
  const { dispatch } = useConsole()
  const [whatIf, setWhatIf] = useState(nothingElse)
  const payoff = useSnapshot('legsPayoff', ({ context }) => context.output)
  const message = useSnapshot('legsPayoff', ({ context }) => context.message)
  const body = bodyOf(props, whatIf)
  const asked = body === null ? null : JSON.stringify(body)
  const isOld = useSnapshot(
    'legsPayoff',
    (request) => !request.matches('success') || JSON.stringify(request.context.input) !== asked,
  )
  useEffect(() => {
    if (asked === null) return
    const timer = setTimeout(() => {
      dispatch({ to: 'legsPayoff', event: { type: 'request.send', input: JSON.parse(asked) } })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [dispatch, asked])
  if (asked === null || payoff === null)
    return (
      <Panel title="Payoff" className={styles.payoff}>
        <Waiting {...props} message={asked === null ? null : message} />
      </Panel>
    )
  return (
    <div className={styles.outlook} data-old={isOld ? '' : undefined}>
      <PayoffPanel payoff={payoff} message={message} whatIf={whatIf} onChange={setWhatIf} />
      <div className={styles.figures}>
        <OutcomeTiles payoff={payoff} />
        <GreekTiles payoff={payoff} />
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

interface PayoffPanelProps {
  readonly payoff: LegsPayoff
  readonly message: string | null
  readonly whatIf: WhatIf
  readonly onChange: (next: WhatIf) => void
}

const lastDayOf = ({ asOf, expiry }: LegsPayoff): number => {
  const date = parseIstDate(expiry)
  return date === null ? 0 : Math.max(0, istDateToDayNumber(date) - istDayNumber(asOf))
}

function PayoffPanel({ payoff, message, whatIf, onChange }: PayoffPanelProps) {
  const { today, atHorizon, ...curve } = payoff
  const lastDay = lastDayOf(payoff)
  const day = whatIf.days === 0 ? 'today' : dayInWords(addDays(toIstDate(payoff.asOf), whatIf.days))
  const step = (by: Partial<WhatIf>) =>
    onChange({
      days: Math.min(lastDay, Math.max(0, whatIf.days + (by.days ?? 0))),
      iv: Math.min(IV_MOST, Math.max(-IV_MOST, whatIf.iv + (by.iv ?? 0))),
    })
  return (
    <Panel
      title="Payoff"
      className={styles.payoff}
      note={message ?? `at ${toIstClock(payoff.asOf)}, expiry ${expiryInWords(payoff)}`}
      aside={
        <>
          <Step label="A day earlier" keys="[" onPress={() => step({ days: -1 })} />
          <b>{day}</b>
          <Step label="A day later" keys="]" onPress={() => step({ days: 1 })} />
          <Step label="Lower volatility" keys="{" onPress={() => step({ iv: -IV_STEP })} />
          <b>{`IV ${formatSigned(whatIf.iv, 1)}`}</b>
          <Step label="Higher volatility" keys="}" onPress={() => step({ iv: IV_STEP })} />
          <Step label="As it is" keys="0" onPress={() => onChange(nothingElse)} />
        </>
      }
    >
      <PayoffChart
        curve={{ ...curve, onDay: atHorizon ?? today }}
        day={day}
        summary={payoffInWords(payoff)}
      />
    </Panel>
  )
}

const expiryInWords = ({ expiry }: LegsPayoff): string => {
  const date = parseIstDate(expiry)
  return date === null ? expiry : dayInWords(date)
}

interface StepProps {
  readonly label: string
  readonly keys: string
  readonly onPress: () => void
}

function Step({ label, keys, onPress }: StepProps) {
  return <Button kind="quiet" aria-label={label} keys={keys} data-answers={keys} onPress={onPress} />
}

function OutcomeTiles({ payoff }: { readonly payoff: LegsPayoff }) {
  const { maxProfit, maxLoss, breakevens, pop, netPremium, spot } = payoff
  return (
    <Tiles
      label="Outcome"
      tiles={[
        {
          label: 'Max profit',
          value: extremeInWords(maxProfit),
          tone: maxProfit === null ? 'up' : toneOf(maxProfit),
        },
        {
          label: 'Max loss',
          value: extremeInWords(maxLoss),
          tone: maxLoss === null ? 'down' : toneOf(maxLoss),
        },
        {
          label: breakevens.length === 1 ? 'Break-even' : 'Break-evens',
          value:
            breakevens.length === 0 ? 'none' : breakevens.map((price) => formatNumber(price, 0)).join(' · '),
          detail: `spot ${formatNumber(spot)}`,
        },
        {
          label: 'POP',
          value: pop === null ? formatNumber(null) : `${formatNumber(pop, 0)}%`,
          detail: `premium ${formatSignedRupees(netPremium, 0)}`,
        },
      ]}
    />
  )
}

function GreekTiles({ payoff: { greeks } }: { readonly payoff: LegsPayoff }) {
  return (
    <Tiles
      label="Greeks of the legs"
      tiles={[
        { label: 'Delta', value: formatSigned(greeks.delta, 1) },
        { label: 'Gamma', value: formatSigned(greeks.gamma, 3) },
        { label: 'Theta', value: formatSignedRupees(greeks.theta, 0), detail: 'a day' },
        { label: 'Vega', value: formatSignedRupees(greeks.vega, 0), detail: 'a point of IV' },
      ]}
    />
  )
}
