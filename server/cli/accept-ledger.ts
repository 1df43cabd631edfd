import { statSync } from 'node:fs'
import { join } from 'node:path'
import { verifyLedger } from '../broker/ledger/verify.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../ports.ts'
import { DATABASE_NAME, openStore, type Store } from '../store/database/database.ts'
import { makePrivateFolder } from '../store/database/private-files.ts'
import { StoreError } from '../store/database/store-error.ts'
import { createLedgerStore } from '../store/orders/ledger/ledger.ts'
import {
  describeFound,
  describeHead,
  findHeadFault,
  findLedger,
  forgetHead,
  type Head,
  readHead,
  readIdentity,
  writeHead,
} from '../store/orders/ledger/ledger-head.ts'
import { lockLedger } from '../store/orders/ledger/ledger-lock.ts'
import { endSignIns } from '../store/session/sign-in.ts'
import { confirm } from './shell.ts'

/** Null also for a damaged one, which is replaced. */
const readHeadOrNone = (dataDir: string): Head | null => {
  try {
    return readHead(dataDir)
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error))
    return null
  }
}

const acceptNone = async (dataDir: string, head: Head | null, isYes: boolean): Promise<number> => {
  if (head !== null) console.log(`Remembered: ${describeHead(head)}\nFound: no database`)
  if (!(await confirm('Begin with an empty ledger? What was remembered is given up.', isYes))) return 1
  forgetHead(dataDir)
  console.log('The next start begins with an empty ledger.')
  return 0
}

const accept = async (store: Store, dataDir: string, head: Head | null, isYes: boolean): Promise<number> => {
  const found = await findLedger(store.db, head?.seq ?? 0)
  if (found === null) throw new StoreError('The database holds no ledger')
  if (head !== null && findHeadFault(head, found) === null) {
    console.log(`The database is the one that is remembered (${describeFound(found)}): nothing to accept.`)
    return 0
  }
  const { fault } = await verifyLedger(createLedgerStore(store))
  if (fault !== null) throw new StoreError(`The ledger is broken: ${fault}. Restore a backup`)
  console.log(`Remembered: ${head === null ? 'nothing' : describeHead(head)}\nFound: ${describeFound(found)}`)
  if (!(await confirm('Go on with what was found? All sessions end.', isYes))) return 1
  await endSignIns(store.db)
  makePrivateFolder(dataDir)
  const at = new Date(systemClock.now()).toISOString()
  await writeHead(dataDir, { ledger: await readIdentity(store.db), end: found.end, at })
  console.log('Accepted. Every user must sign in again.')
  return 0
}

export const acceptLedger = async (config: Config, isYes: boolean): Promise<number> => {
  const { dataDir, databaseUrl } = config
  const head = readHeadOrNone(dataDir)
  const size = statSync(join(dataDir, DATABASE_NAME), { throwIfNoEntry: false })?.size ?? 0
  if (databaseUrl === null && size === 0) return acceptNone(dataDir, head, isYes)
  const store = await openStore(config, { mayDiffer: true })
  try {
    const release = await lockLedger(store)
    try {
      return await accept(store, dataDir, head, isYes)
    } finally {
      await release()
    }
  } finally {
    await store.close()
  }
}
