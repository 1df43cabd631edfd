import { readCopy } from '../broker/ledger/read-copy.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../ports.ts'
import { backUp, restore } from '../store/database/backup.ts'
import { keepFilesPrivate } from '../store/database/private-files.ts'
import { LedgerFault } from '../store/orders/ledger/ledger.ts'
import { explain, UsageError } from './shell.ts'

const USAGE = `npm run backup -- FILE     copies the database to FILE and FILE.json, while the server runs
npm run restore -- FILE    puts a backup into an empty DATA_DIR; all users have to sign in again`

const main = async ([task, file]: readonly string[]): Promise<void> => {
  if ((task !== 'backup' && task !== 'restore') || file === undefined) throw new UsageError(USAGE)
  const { dataDir, databaseUrl } = readConfig(process.env, ['--insecure-lan'])
  if (databaseUrl !== null)
    throw new UsageError(
      `DATABASE_URL: a PostgreSQL database is backed up with its own tools; use pg_dump --format=custom and pg_restore, then npm run ledger -- verify`,
    )
  const now = new Date(systemClock.now()).toISOString()
  const { ledger, bytes } =
    task === 'backup'
      ? await backUp(dataDir, file, readCopy, now)
      : await restore(file, dataDir, readCopy, now)
  const words = task === 'backup' ? `${file} holds` : `${dataDir} holds`
  console.log(
    `${words} ${ledger.seq} entries of the ledger, ${bytes} bytes\nlog   ${ledger.hash}\nstate ${ledger.stateHash}${task === 'restore' ? '\nAll sessions have ended: all users have to sign in again' : ''}`,
  )
}

keepFilesPrivate()
try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof LedgerFault ? error.message : explain(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
