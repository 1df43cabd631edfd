import { findAuditFault } from '../../store/audit.ts'
import type { Manifest } from '../../store/database/backup.ts'
import { openStore } from '../../store/database/database.ts'
import { StoreError } from '../../store/database/store-error.ts'
import { createLedgerStore } from '../../store/orders/ledger/ledger.ts'
import { verifyLedger } from './verify.ts'

/** Verifies a copy of the database in full. Throws StoreError when it is broken. */
export const readCopy = async (dataDir: string): Promise<Manifest['ledger']> => {
  const store = await openStore({ dataDir, databaseUrl: null })
  try {
    const { state, stateHash, fault } = await verifyLedger(createLedgerStore(store))
    if (fault !== null) throw new StoreError(`The ledger is broken: ${fault}`)
    const auditFault = await findAuditFault(store.db)
    if (auditFault !== null) throw new StoreError(`The audit log is broken at entry ${auditFault}`)
    return { seq: state.end.seq, hash: state.end.hash, stateHash }
  } finally {
    await store.close()
  }
}
