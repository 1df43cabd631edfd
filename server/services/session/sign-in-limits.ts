import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { Store } from '../../store/database/database.ts'
import type { Database } from '../../store/schema.ts'
import { addFailure, deleteFailures, findFailures, trimFailures } from '../../store/session/sign-in.ts'

const HOUR_MS = 3_600_000
const FIRST_DELAY_MS = 1000

interface Allowance {
  /** Failures without a delay; the next waits 1 s, and each one after it twice as long. */
  readonly free: number
  readonly delayMaxMs: number
  /** Failures are forgotten this long after the last one. */
  readonly forgetMs: number
}

// A known browser has its own budget, so that strangers cannot slow it down.
// The budget of an address is wide because a whole office may share one.
const allowances = {
  browser: { free: 5, delayMaxMs: 300_000, forgetMs: 24 * HOUR_MS },
  accountAtAddress: { free: 3, delayMaxMs: 300_000, forgetMs: 24 * HOUR_MS },
  account: { free: 20, delayMaxMs: 300_000, forgetMs: 24 * HOUR_MS },
  address: { free: 100, delayMaxMs: 60_000, forgetMs: HOUR_MS / 4 },
  passwordChange: { free: 5, delayMaxMs: 300_000, forgetMs: 24 * HOUR_MS },
} as const satisfies Record<string, Allowance>

export interface Budget {
  readonly kind: keyof typeof allowances
  readonly of: string
}

const ROWS_MAX = 100_000
const TRIM_EVERY = 100
const WAITING_MAX = 100
const BUSY_RETRY_SECONDS = 2
const LONGEST_FORGET_MS = 24 * HOUR_MS

const delayMs = ({ free, delayMaxMs }: Allowance, failures: number): number =>
  failures < free ? 0 : Math.min(delayMaxMs, FIRST_DELAY_MS * 2 ** Math.min(30, failures - free))

export const waitInWords = (seconds: number): string => {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** Typed names are never stored: people type passwords into the wrong field. */
const keyOf = ({ kind, of }: Budget): string => hash('sha256', `${kind} ${of}`)

export interface Attempt {
  failed(trx: Kysely<Database>): Promise<void>
  succeeded(trx: Kysely<Database>, clears: readonly Budget['kind'][]): Promise<void>
  over(): void
}

export const createSignInLimits = ({ store, clock }: { readonly store: Store; readonly clock: Clock }) => {
  /** Attempts in flight by key: all may fail, so at most as many as failures are left. */
  const pending = new Map<string, number>()
  const waiting = new Set<() => void>()
  let decided = 0
  let sinceTrim = 0

  const failuresOf = async (budgets: readonly Budget[]): Promise<ReadonlyMap<string, number>> => {
    const now = clock.now()
    const byKey = new Map(budgets.map((budget) => [keyOf(budget), allowances[budget.kind]]))
    const counted = new Map<string, number>()
    let waitMs = 0
    for (const { key, failures, last_at } of await findFailures(store.db, [...byKey.keys()])) {
      const allowance = byKey.get(key)
      // A clock that was set back must not lock anyone out.
      const since = Math.max(0, now - last_at)
      if (allowance === undefined || since >= allowance.forgetMs) continue
      counted.set(key, failures)
      waitMs = Math.max(waitMs, delayMs(allowance, failures) - since)
    }
    if (waitMs <= 0) return counted
    const seconds = Math.ceil(waitMs / 1000)
    throw new Refusal('TOO_MANY', `Too many failed sign-ins. Try again in ${waitInWords(seconds)}`, {
      retryAfterSeconds: seconds,
    })
  }

  const isFull = (budgets: readonly Budget[], failures: ReadonlyMap<string, number>): boolean =>
    budgets.some((budget) => {
      const key = keyOf(budget)
      const running = pending.get(key) ?? 0
      return running > 0 && (failures.get(key) ?? 0) + running >= allowances[budget.kind].free
    })

  const nextDecision = (): Promise<void> => {
    if (waiting.size >= WAITING_MAX) {
      throw new Refusal('TOO_MANY', 'Too many sign-ins at once, try again in a moment', {
        retryAfterSeconds: BUSY_RETRY_SECONDS,
      })
    }
    return new Promise((resolve) => waiting.add(resolve))
  }

  const trim = async (trx: Kysely<Database>): Promise<void> => {
    sinceTrim++
    if (sinceTrim < TRIM_EVERY) return
    sinceTrim = 0
    await trimFailures(trx, { forgottenBefore: clock.now() - LONGEST_FORGET_MS, keep: ROWS_MAX })
  }

  return {
    /** Waits while earlier attempts could use up a budget. Throws Refusal with the delay after failures. */
    async begin(budgets: readonly Budget[]): Promise<Attempt> {
      for (;;) {
        const seen = decided
        const failures = await failuresOf(budgets)
        if (seen !== decided) continue
        if (!isFull(budgets, failures)) break
        await nextDecision()
      }
      const keys = budgets.map(keyOf)
      for (const key of keys) pending.set(key, (pending.get(key) ?? 0) + 1)
      let isOver = false
      return {
        async failed(trx) {
          const now = clock.now()
          for (const budget of budgets) {
            const forgottenBefore = now - allowances[budget.kind].forgetMs
            await addFailure(trx, keyOf(budget), { now, forgottenBefore })
          }
          await trim(trx)
        },
        async succeeded(trx, clears) {
          const own = budgets.filter(({ kind }) => clears.includes(kind)).map(keyOf)
          if (own.length > 0) await deleteFailures(trx, own)
        },
        over() {
          if (isOver) return
          isOver = true
          decided++
          for (const key of keys) {
            const left = (pending.get(key) ?? 1) - 1
            if (left === 0) pending.delete(key)
            else pending.set(key, left)
          }
          for (const wake of [...waiting]) wake()
          waiting.clear()
        },
      }
    },
  }
}

export type SignInLimits = ReturnType<typeof createSignInLimits>
