import { useMemo, useState } from 'react'
import { dayInWords } from '../../../../domain/dates-in-words.ts'
import { groupOfAnswer } from '../../../../domain/options/priced-leg.ts'
import { payoffIf } from '../../../../domain/positions/payoff-if.ts'
import { asItIs } from '../../../../domain/positions/risk.ts'
import { addDays, parseIstDate, toIstDate } from '../../../../domain/time.ts'
import type { Payoff } from '../../../../machines/orders/basket.ts'
import { areAllPlaced } from '../../../../machines/orders/leg-state.ts'
import { PayoffTable } from '../../../charts/payoff/by-price-table.tsx'
import { drawnPayoff } from '../../../charts/payoff/drawn-payoff.ts'
import { payoffInWords } from '../../../charts/payoff/outcome-in-words.ts'
import { GreekTiles, OutcomeTiles } from '../../../charts/payoff/outlook-tiles.tsx'
import { PayoffChart } from '../../../charts/payoff/payoff-chart.tsx'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { EmptyNotice, ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import { TableSwitch } from '../../../kit/table/table-switch.tsx'
import styles from './basket.module.css'

export function PayoffPanel() {
  const payoff = useSnapshot('basket', ({ context }) => context.payoff)
  const message = useSnapshot('basket', ({ context }) => context.payoffMessage)
  const isAsking = useSnapshot('basket', (basket) => basket.matches({ editing: 'pricing' }))
  const [isTable, setIsTable] = useState(false)
  const [shown, setShown] = useState(payoff)
  if (payoff !== shown && (payoff !== null || !isAsking)) setShown(payoff)
  const days = useSnapshot('basket', ({ context }) => context.days)
  const drawn = useMemo(() => (shown === null ? null : drawnOn(shown, days)), [shown, days])
  const day = shown === null || days === 0 ? 'today' : dayInWords(addDays(toIstDate(shown.asOf), days))
  const isPlaced = useSnapshot('basket', ({ context }) => areAllPlaced(context.legs))
  const expiry = shown === null ? null : parseIstDate(shown.expiry)
  return (
    <>
      {drawn !== null && <OutcomeTiles payoff={drawn.outcome} />}
      <Panel
        title="Payoff"
        className={styles.payoff}
        note={expiry !== null && `expiry ${dayInWords(expiry).slice(4)}`}
        aside={
          <>
            {shown !== null && <DayStepper day={day} days={days} />}
            <TableSwitch isTable={isTable} onChange={setIsTable} />
          </>
        }
      >
        {message !== null ? (
          <ErrorNotice message={message} />
        ) : drawn === null ? (
          isAsking ? (
            <div role="status" aria-label="Loading the payoff">
              <Skeleton rows={6} />
            </div>
          ) : (
            <EmptyNotice icon="options" title={isPlaced ? 'All legs placed' : 'No payoff yet'}>
              {isPlaced
                ? 'The legs are placed: see their P&L in Positions.'
                : 'Add an option or a future. All legs must be on one underlying.'}
            </EmptyNotice>
          )
        ) : isTable ? (
          <PayoffTable curve={drawn.curve} day={day} />
        ) : (
          <PayoffChart curve={drawn.curve} day={day} summary={payoffInWords(drawn.outcome)} />
        )}
      </Panel>
      {shown !== null && <GreekTiles greeks={shown.greeks} of="basket" />}
    </>
  )
}

const drawnOn = (payoff: Payoff, days: number) =>
  drawnPayoff(payoffIf(groupOfAnswer(payoff), { ...asItIs, days }, payoff.model.rate), payoff.spot)

function DayStepper({ day, days }: { readonly day: string; readonly days: number }) {
  const { run } = useConsole()
  const lastDay = useSnapshot('basket', ({ context }) => context.lastDay)
  const step = (by: 1 | -1) => {
    const call = { command: 'basket.day', args: { by } } as const
    const keys = keysFor(call)
    return (
      <Button
        kind="quiet"
        aria-label={by > 0 ? 'A day later' : 'A day earlier'}
        isDisabled={by > 0 ? days >= (lastDay ?? 0) : days === 0}
        onPress={() => run(call)}
        {...(keys === null ? {} : { keys })}
      >
        {by > 0 ? '›' : '‹'}
      </Button>
    )
  }
  return (
    <span className={styles.day}>
      {step(-1)}
      <b>– – {day}</b>
      {step(1)}
    </span>
  )
}
