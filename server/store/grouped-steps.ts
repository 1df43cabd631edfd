import type { Transaction } from 'kysely'
import type { DeploymentStep } from '../automation/deployment-store.ts'
import type { Store } from './database/database.ts'
import { inTransaction, isDefinite } from './database/transaction.ts'
import type { Database } from './schema.ts'

/** More would hold up orders by hand, whose commits wait for the same connection. */
const GROUP_MAX = 50

interface Waiting {
  readonly step: DeploymentStep
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

/** Steps of one close share transactions, as each transaction waits for the disk. */
export const createGroupedSteps = (
  store: Store,
  writeAll: (trx: Transaction<Database>, steps: readonly DeploymentStep[]) => Promise<void>,
) => {
  const waiting: Waiting[] = []
  let isWriting = false

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    try {
      await inTransaction(store, (trx) =>
        writeAll(
          trx,
          group.map(({ step }) => step),
        ),
      )
      for (const { resolve } of group) resolve()
    } catch (error) {
      // One refused step fails no other; after a lost answer nobody knows, and each is told so.
      if (group.length > 1 && isDefinite(error)) for (const one of group) await writeGroup([one])
      else for (const { reject } of group) reject(error)
    }
  }

  const writeWaiting = async (): Promise<void> => {
    isWriting = true
    while (waiting.length > 0) {
      await turn()
      await writeGroup(waiting.splice(0, GROUP_MAX))
    }
    isWriting = false
  }

  return (step: DeploymentStep): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ step, resolve, reject })
      if (!isWriting) void writeWaiting()
    })
}
