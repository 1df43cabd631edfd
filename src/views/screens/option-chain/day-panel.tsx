import { useEffect, useMemo, useState } from 'react'
import { formatNumber } from '../../../domain/format.ts'
import { type Strangle, strangleAt } from '../../../domain/options/strangle.ts'
import { premiumKeyOf } from '../../../machines/options/combined-premium.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import type { OptionDay } from '../../../machines/options/option-day.ts'
import { ThroughDay } from '../../charts/options/through-day.tsx'
import { useSnapshot } from '../../kit/console.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { strikeInWords } from '../../kit/option-chain/columns.tsx'
import styles from './side-charts.module.css'

const shown = [
  { value: 'atm', label: 'ATM' },
  { value: 'straddle', label: 'Straddle' },
  { value: 'strangle', label: 'Strangle' },
  { value: 'pcr', label: 'PCR' },
] as const

type Shown = (typeof shown)[number]['value']

interface DayPanelProps {
  readonly chain: OptionChain
  /** Such as `INDICES_NIFTY 50:2026-12-01`. */
  readonly chainKey: string
  readonly strike: number | null
  readonly isTable: boolean
  readonly day: OptionDay | null
  readonly message: string | null
  readonly askAgain: () => void
}

export function DayPanel(props: DayPanelProps) {
  const [shows, setShows] = useState<Shown>('atm')
  const { chain, chainKey } = props
  const strike = useRested(props.strike, REST_MS)
  const strikes = useMemo(() => chain.strikes.map((one) => one.strike), [chain])
  const legs = useMemo(
    () => legsOf(shows, strikes, chain.atmStrike, strike ?? chain.atmStrike),
    [shows, strikes, chain.atmStrike, strike],
  )
  const key = legs === null ? null : premiumKeyOf(chainKey, legs)
  return (
    <Panel
      title="Day"
      className={styles.panel}
      aside={<Segmented label="Shown through the day" value={shows} choices={shown} onChange={setShows} />}
    >
      {legs === null || key === null ? (
        <OfChain {...props} shows={shows} />
      ) : (
        <OfStrikes legs={legs} premiumKey={key} isTable={props.isTable} />
      )}
    </Panel>
  )
}

/** A cursor that is on its way asks for nothing. */
const REST_MS = 250

function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

/** Null for what follows the money by itself. */
const legsOf = (shows: Shown, strikes: readonly number[], atm: number, strike: number): Strangle | null => {
  if (shows === 'straddle') return { call: strike, put: strike }
  return shows === 'strangle' ? strangleAt(strikes, atm, strike) : null
}

function OfChain({ shows, day, message, askAgain, isTable }: DayPanelProps & { readonly shows: Shown }) {
  const isPcr = shows === 'pcr'
  const points = useMemo(
    () =>
      day === null
        ? null
        : isPcr
          ? day.pcr.history.flatMap(({ at, pcr }) => (pcr === null ? [] : [{ x: at, y: pcr }]))
          : day.straddle.history.map(({ at, straddle }) => ({ x: at, y: straddle })),
    [day, isPcr],
  )
  return (
    <ThroughDay
      what={isPcr ? 'Put-call ratio' : 'Straddle at the money'}
      {...{ points, message, askAgain, isTable }}
      levels={isPcr ? [{ y: 1, label: '' }] : []}
    />
  )
}

interface OfStrikesProps {
  readonly legs: Strangle
  readonly premiumKey: string
  readonly isTable: boolean
}

function OfStrikes({ legs: { call, put }, premiumKey, isTable }: OfStrikesProps) {
  const askAgain = useKeptCurrent('combinedPremium', premiumKey)
  const premium = useSnapshot('combinedPremium', ({ context }) =>
    context.key === premiumKey ? context.output : null,
  )
  const message = useSnapshot('combinedPremium', ({ context }) =>
    context.key === premiumKey ? context.message : null,
  )
  const points = useMemo(
    () => premium?.history.map((one) => ({ x: one.at, y: one.call + one.put })) ?? null,
    [premium],
  )
  const yesterday = premium?.yesterday ?? null
  const strikes = call === put ? strikeInWords(call) : `${strikeInWords(call)} CE + ${strikeInWords(put)} PE`
  return (
    <ThroughDay
      what={strikes}
      {...{ points, message, askAgain, isTable }}
      levels={yesterday === null ? [] : [{ y: yesterday, label: `yesterday ${formatNumber(yesterday)}` }]}
    />
  )
}
