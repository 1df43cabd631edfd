import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { laterCommands } from '../src/commands/later-commands.ts'
import { commandReference } from '../src/commands/reference.ts'
import { addCommands } from '../src/commands/registry.ts'
import { tradingCommands } from '../src/commands/trading-commands.ts'
import { apiPage } from './api-page.ts'
import { shippedTechnicals } from './engine-host.ts'
import { errorCodesPage } from './error-codes-page.ts'
import { indicatorFile } from './indicator-file.ts'
import { indicatorPictures } from './indicator-pictures.ts'
import { indicatorsPage } from './indicators-page.ts'
import { allMachines, machinesPage } from './machines-page.ts'

addCommands([...tradingCommands, ...laterCommands])

const machines = await allMachines()
const pictures = indicatorPictures(await shippedTechnicals())

/** By their place beside this file. */
const pages: Readonly<Record<string, () => string>> = {
  'api.md': apiPage,
  'commands.md': commandReference,
  'error-codes.md': errorCodesPage,
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
