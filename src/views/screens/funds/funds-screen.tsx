import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { type FundsShown, readFunds } from '../../../domain/analysis/funds-address.ts'
import { statementOf } from '../../../domain/analysis/funds-statement.ts'
import { periodAround } from '../../../domain/analysis/period.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import { type IstDate, toIstDate } from '../../../domain/time.ts'
import type { LoadedHistory } from '../../../machines/analysis/account-history.ts'
import { accountBooks } from '../../kit/account-books.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import text from '../../theme/text.module.css'
import { AvailablePanel } from './available-panel.tsx'
import { CapitalPanel } from './capital-panel.tsx'
import { DayPanel } from './day-panel.tsx'
import styles from './funds-screen.module.css'
import { StatementPanel } from './statement-panel.tsx'
import { TaxPart } from './tax-part.tsx'

export function FundsScreen() {
  const search = useSearch()
  const shown = useMemo(() => readFunds(new URLSearchParams(search)), [search])
  const { environment } = useConsole()
  return (
    <div className={styles.screen}>
      <Title shown={shown} />
      {shown.part === 'tax' ? (
        <TaxPart shown={shown} today={environment().today} />
      ) : (
        <StatementPart shown={shown} />
      )}
    </div>
  )
}

function StatementPart({ shown }: { readonly shown: FundsShown }) {
  const askFunds = useKeptCurrent('accountFunds', shown.book)
  const askHistory = useKeptCurrent('accountHistory', shown.book)
  const funds = useSnapshot('accountFunds', ({ context }) =>
    context.key === shown.book ? context.output : null,
  )
  const history = useSnapshot('accountHistory', ({ context }) =>
    context.key === shown.book ? context.output : null,
  )
  const message = useSnapshot('accountFunds', ({ context }) =>
    context.key === shown.book ? context.message : null,
  )
  const historyMessage = useSnapshot('accountHistory', ({ context }) =>
    context.key === shown.book ? context.message : null,
  )
  return (
    <>
      <div className={styles.top}>
        {funds === null ? (
          <Waiting what="Funds" message={message} onRetry={askFunds} />
        ) : (
          <AvailablePanel funds={funds} today={history?.days.at(-1) ?? null} message={message} />
        )}
        <CapitalPanel book={shown.book} funds={funds} />
      </div>
      {history === null ? (
        <Waiting what="Statement" message={historyMessage} onRetry={askHistory} />
      ) : (
        <Body shown={shown} history={history} />
      )}
    </>
  )
}

interface WaitingProps {
  readonly what: string
  readonly message: string | null
  readonly onRetry: () => void
}

function Waiting({ what, message, onRetry }: WaitingProps) {
  if (message !== null) return <ErrorNotice message={message} onRetry={onRetry} />
  return (
    <div role="status" aria-label={`${what}: loading`}>
      <Skeleton rows={5} />
    </div>
  )
}

function Body({ shown, history }: { readonly shown: FundsShown; readonly history: LoadedHistory }) {
  const today = toIstDate(history.asOf)
  const period = useMemo(
    () => periodAround('month', shown.at ?? today, { from: today, to: today }),
    [shown, today],
  )
  const statement = useMemo(
    () => statementOf(history.days, history.opening?.equity ?? 0, period),
    [history, period],
  )
  const [chosen, setChosen] = useState<IstDate | null>(null)
  const row = statement.rows.find(({ day }) => day === chosen) ?? statement.rows[0] ?? null
  return (
    <div className={styles.columns}>
      <StatementPanel
        statement={statement}
        period={period}
        book={shown.book}
        today={today}
        current={row?.day ?? null}
        onFocus={setChosen}
      />
      <DayPanel row={row} />
    </div>
  )
}

const parts = [
  { value: 'statement', label: 'Statement' },
  { value: 'tax', label: 'Tax report' },
] as const

function Title({ shown }: { readonly shown: FundsShown }) {
  const { run, environment } = useConsole()
  const { today } = environment()
  const kind = shown.part === 'tax' ? 'year' : 'month'
  const { from, to } = periodAround(kind, shown.at ?? today, { from: today, to: today })
  return (
    <ScreenTitle
      title="Funds"
      actions={
        <>
          <Button
            icon="left"
            keys="["
            aria-label="Previous"
            onPress={() => run({ command: 'funds.step', args: { by: -1 } })}
          />
          <Button
            icon="right"
            keys="]"
            aria-label="Next"
            isDisabled={shown.at === null}
            onPress={() => run({ command: 'funds.step', args: { by: 1 } })}
          />
          <Button keys="e" onPress={() => run({ command: 'table.export', args: {} })}>
            CSV
          </Button>
        </>
      }
    >
      <Segmented
        label="Part"
        value={shown.part}
        choices={parts}
        onChange={(part) => run({ command: part === 'tax' ? 'funds.tax' : 'funds.open', args: {} })}
      />
      <Segmented
        label="Book"
        value={shown.book}
        choices={accountBooks}
        onChange={(book) =>
          run({ command: shown.part === 'tax' ? 'funds.tax' : 'funds.open', args: { book } })
        }
      />
      <Badge tone="amber">virtual money</Badge>
      <span className={text.muted}>{spanInWords(from, to)}</span>
    </ScreenTitle>
  )
}
