import { performance } from 'node:perf_hooks'
import { toRupees } from '../../src/domain/money.ts'
import { replay } from '../broker/ledger/recover.ts'
import { hashOfState } from '../broker/ledger/state-text.ts'
import { verifyLedger } from '../broker/ledger/verify.ts'
import { readConfig } from '../config.ts'
import { openStore } from '../store/database/database.ts'
import { keepFilesPrivate } from '../store/database/private-files.ts'
import { createLedgerStore, LedgerFault, type LedgerStore } from '../store/orders/ledger/ledger.ts'
import { acceptLedger } from './accept-ledger.ts'
import { explain } from './shell.ts'

const USAGE = `npm run ledger -- verify    checks every entry of the ledger and every account against its fills
npm run ledger -- replay    makes all accounts from the log and prints their hash
npm run ledger -- accept    goes on with the database that is there, though DATA_DIR remembers another`

const verify = async (store: LedgerStore): Promise<number> => {
  const { state, stateHash, orders, fills, fault } = await verifyLedger(store)
  console.log(`entries ${state.end.seq}  orders ${orders}  fills ${fills}  accounts ${state.accounts.size}`)
  console.log(`log   ${state.end.hash}\nstate ${stateHash}`)
  for (const [owner, account] of state.accounts) {
    const { cash, chargesPaid, exchangeCash, paidIn } = account
    console.log(
      `${owner}  cash ${toRupees(cash)}  exchange ${toRupees(exchangeCash)}  charges ${toRupees(chargesPaid)}  paid in ${toRupees(paidIn)}`,
    )
  }
  console.log(fault === null ? 'The ledger is whole.' : `The ledger is broken: ${fault}.`)
  return fault === null ? 0 : 1
}

const runReplay = async (store: LedgerStore): Promise<number> => {
  const startedAt = performance.now()
  const { end, accounts } = await replay(store)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `entries ${end.seq}  accounts ${accounts.size}  ${Math.round(end.seq / seconds)} entries a second`,
  )
  console.log(`log   ${end.hash}\nstate ${hashOfState(accounts)}`)
  return 0
}

const main = async ([task, ...rest]: readonly string[]): Promise<number> => {
  if (task !== 'verify' && task !== 'replay' && task !== 'accept') {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env, ['--insecure-lan'])
  if (task === 'accept') return acceptLedger(config, rest.includes('--yes'))
  const store = await openStore(config, { mayDiffer: true })
  try {
    return await (task === 'verify' ? verify : runReplay)(createLedgerStore(store))
  } finally {
    await store.close()
  }
}

keepFilesPrivate()
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof LedgerFault ? error.message : explain(error))
  process.exitCode = 1
}
