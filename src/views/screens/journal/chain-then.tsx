import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { expiriesTraded, underlyingsOf } from '../../../domain/analysis/journal/chain-then.ts'
import { accountThen, type DayRecord, instantShown } from '../../../domain/analysis/journal/day-record.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { IstDate } from '../../../domain/time.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { ChainThen } from '../../../machines/analysis/scrub-chain.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Select } from '../../kit/control/field.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { useInstrumentName } from '../../kit/instrument/instrument-name.tsx'
import text from '../../theme/text.module.css'
import styles from './chain-then.module.css'
import { clockOf } from './scrub-chart.tsx'
import { StrikesThen } from './strikes-then.tsx'

interface ChainThenProps {
  readonly record: DayRecord
  readonly underlying: InstrumentId
}

const useChainThen = (record: DayRecord, key: string) => {
  const again = useKeptCurrent('scrubChain', key)
  const chain = useSnapshot('scrubChain', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('scrubChain', ({ context }) => (context.key === key ? context.message : null))
  const rested = useSnapshot('scrub', (snapshot) =>
    snapshot.matches({ still: 'rested' }) ? snapshot.context.at : undefined,
  )
  const wanted = rested === undefined ? null : instantShown(record, rested)
  const asked = useRef(wanted)
  useEffect(() => {
    if (wanted === null || asked.current === wanted) return
    asked.current = wanted
    again()
  }, [wanted, again])
  return { chain: useDeferredValue(chain), message, again, wanted }
}

/** Not drawn again while the day is gone through: it stays until the instant rests. */
export const ChainOfInstant = memo(function ChainOfInstant({ record, underlying }: ChainThenProps) {
  const [expiry, setExpiry] = useState<{ readonly of: InstrumentId; readonly day: IstDate } | null>(null)
  const subject = expiry?.of === underlying ? `${underlying}:${expiry.day}` : underlying
  const shown = useChainThen(record, `${toIstDate(record.opensAt)} ${subject}`)
  const { chain, message, again, wanted } = shown
  const isLate = chain !== null && message === null && wanted !== null && chain.at !== wanted
  const held = useMemo(
    () =>
      new Map(
        chain === null
          ? []
          : accountThen(record, chain.at).positions.map(({ sym, quantity }) => [sym as string, quantity]),
      ),
    [record, chain],
  )
  return (
    <section className={styles.chain} aria-label="Option chain then" aria-busy={isLate}>
      <Head
        record={record}
        underlying={underlying}
        chain={chain}
        onExpiry={(day) => setExpiry({ of: underlying, day })}
      />
      {chain !== null && message !== null && (
        <p className={styles.stale} role="alert">
          <span>
            <bdi>{message}</bdi>; shown as of {clockOf(chain.at)}
          </span>
          <Button onPress={again}>Retry</Button>
        </p>
      )}
      <StrikesThen chain={chain} message={message} held={held} onRetry={again} />
    </section>
  )
})

interface HeadProps extends ChainThenProps {
  readonly chain: ChainThen | null
  readonly onExpiry: (expiry: IstDate) => void
}

function Head({ record, underlying, chain, onExpiry }: HeadProps) {
  const { run } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const nameOf = useInstrumentName()
  const underlyings = useMemo(
    () => [...new Set([underlying, ...underlyingsOf(record.instruments, index)])].sort(),
    [record.instruments, index, underlying],
  )
  const expiries = chain?.expiries as readonly IstDate[] | undefined
  const traded = useMemo(
    () => expiriesTraded(record.instruments, { underlying, expiries: expiries ?? [] }, index),
    [record.instruments, underlying, expiries, index],
  )
  const choices = (expiries ?? []).map((value) => ({
    value,
    label: traded.includes(value) ? `${dayInWords(value)}, traded` : dayInWords(value),
  }))
  return (
    <div className={styles.head}>
      <Segmented
        label="Underlying"
        value={underlying}
        choices={underlyings.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(value) => run({ command: 'scrub.chain', args: { underlying: value } })}
      />
      {chain !== null && (
        <>
          <Select
            label="Expiry"
            isLabelHidden
            value={chain.expiry as IstDate}
            choices={choices}
            onChange={onExpiry}
          />
          <span className={text.strong}>at {clockOf(chain.at)}</span>
          <span>spot {formatNumber(chain.spot)}</span>
          <span className={text.second}>forward {formatNumber(chain.forward)}</span>
          <span className={text.second}>ATM IV {formatNumber(chain.atmIv, 1)}</span>
          <span className={text.second}>straddle {formatNumber(chain.straddle)}</span>
        </>
      )}
    </div>
  )
}
