import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { commandReference } from '../src/commands/reference.ts'
import { addCommands } from '../src/commands/registry.ts'
import { tradingCommands } from '../src/commands/trading-commands.ts'
import { authMachine } from '../src/machines/auth.ts'
import { backtestMachine } from '../src/machines/backtest-batch.ts'
import { backtestSymbolMachine } from '../src/machines/backtest-symbol.ts'
import { candleImportMachine } from '../src/machines/candle-import.ts'
import { chordMachine } from '../src/machines/chord.ts'
import { connectivityMachine } from '../src/machines/connectivity.ts'
import { enginesMachine } from '../src/machines/engines.ts'
import { holidayImportMachine } from '../src/machines/holidays.ts'
import { instrumentsMachine } from '../src/machines/instruments.ts'
import { marketStateMachine } from '../src/machines/market-state.ts'
import { notificationStreamMachine } from '../src/machines/notification-stream.ts'
import { orderPathMachine } from '../src/machines/order-path.ts'
import { createPaletteMachine } from '../src/machines/palette.ts'
import { pricesMachine } from '../src/machines/prices.ts'
import { quoteSocketMachine } from '../src/machines/quote-socket.ts'
import { savedRunsMachine } from '../src/machines/saved-runs.ts'
import { apiPage } from './api-page.ts'
import { shippedTechnicals } from './engine-host.ts'
import { indicatorFile } from './indicator-file.ts'
import { indicatorPictures } from './indicator-pictures.ts'
import { indicatorsPage } from './indicators-page.ts'
import { machinesPage } from './machines-page.ts'

addCommands(tradingCommands)

const machines = [
  authMachine,
  instrumentsMachine,
  enginesMachine,
  backtestMachine,
  backtestSymbolMachine,
  savedRunsMachine,
  candleImportMachine,
  holidayImportMachine,
  createPaletteMachine(),
  chordMachine,
  pricesMachine,
  quoteSocketMachine,
  marketStateMachine,
  notificationStreamMachine,
  connectivityMachine,
  orderPathMachine,
] as unknown as readonly AnyStateMachine[]

const pictures = indicatorPictures(await shippedTechnicals())

/** By their place beside this file. */
const pages: Readonly<Record<string, () => string>> = {
  'api.md': apiPage,
  'commands.md': commandReference,
  'indicators.md': indicatorsPage,
  'machines.md': () => machinesPage(machines),
  '../public/indicators/indicators.csv': indicatorFile,
  ...Object.fromEntries(
    Object.entries(pictures).map(([key, picture]) => [`../public/indicators/${key}.svg`, () => picture]),
  ),
}

const isCheck = process.argv.includes('--check')
const stale = Object.entries(pages).filter(([name, print]) => {
  const path = join(import.meta.dirname, name)
  mkdirSync(dirname(path), { recursive: true })
  const text = `${print().trimEnd()}\n`
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false
  if (!isCheck) writeFileSync(path, text)
  return true
})

const names = stale.map(([name]) => name).join(', ')
if (isCheck && stale.length > 0) {
  process.stderr.write(`${names} differ from the code: run npm run docs\n`)
  process.exitCode = 1
} else {
  process.stdout.write(isCheck ? 'all pages are current\n' : `printed: ${names || 'nothing new'}\n`)
}
