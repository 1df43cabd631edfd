import { keepFilesPrivate } from '../store/database/private-files.ts'
import { importCandlesFromShell } from './import-candles.ts'
import { importHolidaysFromShell } from './import-holidays.ts'
import { importInstrumentsFromShell } from './import-instruments.ts'
import { explain } from './shell.ts'

const [subject, ...rest] = process.argv.slice(2)

const run = (): Promise<number> => {
  if (subject === 'instruments') return importInstrumentsFromShell(rest)
  if (subject === 'holidays') return importHolidaysFromShell(rest)
  return importCandlesFromShell(subject === 'candles' ? rest : process.argv.slice(2))
}

keepFilesPrivate()
try {
  process.exitCode = await run()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
