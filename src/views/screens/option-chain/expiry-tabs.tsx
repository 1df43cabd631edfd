import { useEffect, useRef } from 'react'
import { expiryDayInWords } from '../../../commands/grammar/instruments/expiry-words.ts'
import { dayOf, monthOf, yearOf } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import { type IstDate, parseIstDate } from '../../../domain/time.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import type { TermStructure } from '../../../machines/options/term-structure.ts'
import { useConsole } from '../../kit/console.tsx'
import styles from './expiry-tabs.module.css'

interface ExpiryTabsProps {
  readonly chosen: IstDate
  readonly expiries: readonly IstDate[]
  readonly structure: TermStructure | null
}

export const expiriesOf = ({ expiries }: OptionChain): readonly IstDate[] =>
  expiries.flatMap((expiry) => parseIstDate(expiry) ?? [])

/** `25 NOV`; with the year where it is not the first's. */
export const expiryTitle = (expiry: IstDate, first: IstDate | undefined): string => {
  const day = expiryDayInWords(expiry).toUpperCase()
  return first === undefined || yearOf(first) === yearOf(expiry) ? day : `${day} ${yearOf(expiry)}`
}

export function ExpiryTabs({ chosen, expiries, structure }: ExpiryTabsProps) {
  const { run } = useConsole()
  const list = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen expiry may have changed
  useEffect(() => {
    list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  const step = (to: IstDate) =>
    run({
      command: 'scalper.expiry',
      args: { by: { kind: 'month', month: monthOf(to), day: dayOf(to) } },
    })
  return (
    <fieldset ref={list} className={styles.tabs}>
      <legend className="visually-hidden">Expiry</legend>
      {expiries.map((expiry) => {
        const figures = structure?.expiries.find((one) => one.expiry === expiry)
        return (
          <label key={expiry} className={styles.tab} data-chosen={expiry === chosen ? '' : undefined}>
            <input
              type="radio"
              className="visually-hidden"
              name="expiry"
              checked={expiry === chosen}
              onChange={() => step(expiry)}
            />
            <b>{expiryTitle(expiry, expiries[0])}</b>
            <span>{figures === undefined ? ' ' : figuresInWords(figures)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

const figuresInWords = ({ daysToExpiry, atmIv }: TermStructure['expiries'][number]): string =>
  `${daysInWords(daysToExpiry)} · IV ${formatPercent(atmIv, 1)}`

const daysInWords = (days: number): string => {
  const shown = formatNumber(days, days < 2 ? 1 : 0)
  return `${shown} ${shown === '1' ? 'day' : 'days'}`
}
