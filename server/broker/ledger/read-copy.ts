import { findAuditFault } from '../../store/audit.ts'
import type { Manifest } from '../../store/backup.ts'
import { openStore } from '../../store/database.ts'
import { createLedgerStore } from '../../store/ledger.ts'
import { StoreError } from '../../store/store-error.ts'
import { verifyLedger } from './verify.ts'

/** Opens a copy of a database and believes nothing of it; answers where its ledger ends and what it makes. */
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
