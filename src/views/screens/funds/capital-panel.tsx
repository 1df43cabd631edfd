import { type KeyboardEvent, useState } from 'react'
import type { DashboardBook } from '../../../domain/analysis/dashboard-address.ts'
import { formatRupees } from '../../../domain/format.ts'
import { readAmount } from '../../../domain/read-amount.ts'
import type { AccountFunds } from '../../../machines/analysis/account-funds.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Field } from '../../kit/control/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './funds-screen.module.css'

interface CapitalPanelProps {
  readonly book: DashboardBook
  readonly funds: AccountFunds | null
}

const usual = [
  [10_000, '10 K'],
  [50_000, '50 K'],
  [100_000, '1 L'],
  [500_000, '5 L'],
] as const

/** Whole rupees, as the call takes them. */
const amountOf = (typed: string): number | null => {
  const rupees = Math.round(readAmount(typed) ?? 0)
  return Number.isSafeInteger(rupees) && rupees > 0 ? rupees : null
}

export function CapitalPanel({ book, funds }: CapitalPanelProps) {
  const { run } = useConsole()
  const [typed, setTyped] = useState('')
  const isMoving = useSnapshot('capital', (snapshot) => snapshot.matches('loading'))
  const amount = amountOf(typed)
  const problem = typed !== '' && amount === null ? 'An amount such as 50000, 50k or 5l' : undefined
  const move = (command: 'funds.add' | 'funds.withdraw') => {
    if (amount === null || isMoving) return
    run({ command, args: { amount, book } })
    setTyped('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    move(event.shiftKey ? 'funds.withdraw' : 'funds.add')
  }
  return (
    <Panel title="Virtual capital" note="funds add 50000" className={styles.capital}>
      <div className={styles.form}>
        <Field
          label="Amount, ₹"
          value={typed}
          onChange={setTyped}
          onKeyDown={press}
          inputMode="decimal"
          autoComplete="off"
          problem={problem}
        />
        <div className={styles.chips}>
          {usual.map(([rupees, name]) => (
            <Button key={name} onPress={() => setTyped(String(rupees))}>
              {name}
            </Button>
          ))}
        </div>
        <div className={styles.chips}>
          <Button
            kind="primary"
            keys="↵"
            isDisabled={amount === null || isMoving}
            onPress={() => move('funds.add')}
          >
            Add
          </Button>
          <Button keys="⇧ ↵" isDisabled={amount === null || isMoving} onPress={() => move('funds.withdraw')}>
            Withdraw
          </Button>
        </div>
        <p className={text.muted}>
          {funds !== null && `${formatRupees(funds.paidIn)} paid in so far. `}Adding or withdrawing capital
          does not change returns: they are time-weighted.
        </p>
      </div>
    </Panel>
  )
}
