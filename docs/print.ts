import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPage } from './api-page.ts'
import { indicatorsPage } from './indicators-page.ts'

const pages: Readonly<Record<string, () => string>> = {
  'api.md': apiPage,
  'indicators.md': indicatorsPage,
}

const isCheck = process.argv.includes('--check')
const stale = Object.entries(pages).filter(([name, print]) => {
  const path = join(import.meta.dirname, name)
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
