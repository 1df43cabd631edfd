import { keepFilesPrivate } from '../store/private-files.ts'
import { importCandlesFromShell } from './import-candles.ts'
import { importInstrumentsFromShell } from './import-instruments.ts'
import { explain } from './shell.ts'

const [subject, ...rest] = process.argv.slice(2)

keepFilesPrivate()
try {
  process.exitCode =
    subject === 'instruments'
      ? await importInstrumentsFromShell(rest)
      : await importCandlesFromShell(subject === 'candles' ? rest : process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
