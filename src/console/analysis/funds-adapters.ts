import { fromPromise } from 'xstate'
import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import { formatRupees } from '../../domain/format.ts'
import {
  accountFundsMachine,
  type CapitalMove,
  capitalMachine,
} from '../../machines/analysis/account-funds.ts'
import { taxReportMachine } from '../../machines/analysis/tax-report.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideKept } from '../page-visibility.ts'

const calls = () => import('./funds-calls.ts')

export const provideAccountFunds = (ports: Pick<Deps, 'http' | 'platform'>) =>
  provideKept(ports, accountFundsMachine, async (key, signal) =>
    (await calls()).readFunds(ports.http, key as DashboardBook, signal),
  )

export const provideTaxReport = (ports: Pick<Deps, 'http' | 'platform'>) =>
  provideKept(ports, taxReportMachine, async (key, signal) =>
    (await calls()).taxReport(ports.http, key, signal),
  )

/** Never aborted: it would be unknown if it was moved. */
export const provideCapital = ({ http, actors }: Pick<Deps, 'http' | 'actors'>) =>
  capitalMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { asked } }) => {
        const { key, output } = actors.accountFunds.getSnapshot().context
        // The trader decided by the funds on screen, so those are what must not have changed.
        const known = key === asked.book ? (output?.paidIn ?? null) : null
        await (await calls()).moveCapital(http, asked, known)
        return asked
      }),
    },
  })

const inWords = ({ amount, book }: CapitalMove): string =>
  amount > 0
    ? `Added ${formatRupees(amount, 0)} to the ${book} book`
    : `Withdrew ${formatRupees(-amount, 0)} from the ${book} book`

export const connectCapital = ({ actors, notices }: Pick<Deps, 'actors' | 'notices'>): Undo => {
  const again = (): void => {
    actors.funds.send({ type: 'reload.now' })
    actors.accountFunds.send({ type: 'current.ask' })
    actors.accountHistory.send({ type: 'current.ask' })
  }
  return unsubscribeAll([
    actors.capital.on('request.succeeded', ({ output }) => {
      again()
      const back = { book: output.book, amount: -output.amount }
      notices.show({
        kind: 'success',
        text: inWords(output),
        undo: { to: 'capital', event: { type: 'request.send', input: back } },
      })
    }),
    // Refused because it has changed, for instance: what it is now is shown.
    actors.capital.on('notice', again),
  ])
}
