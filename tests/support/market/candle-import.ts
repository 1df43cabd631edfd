import { randomBytes } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import JSZip from 'jszip'
import {
  type ImportFile,
  type ImportOutcome,
  importCandles,
} from '../../../server/market/import/import-candles.ts'
import { type ChosenOptions, proposeImport } from '../../../server/market/import/propose.ts'
import type { CandleStore } from '../../../server/store/charts/candles.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { throwAwayFolder } from '../server/stores.ts'

export const fileAt = (path: string): ImportFile => ({
  path,
  name: basename(path),
  bytes: statSync(path).size,
})

export const fileOf = (name: string, text: string | Buffer): ImportFile => {
  const path = join(throwAwayFolder(), name)
  writeFileSync(path, text)
  return fileAt(path)
}

export const zipOf = async (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new JSZip()
  for (const [name, content] of Object.entries(files)) zip.file(name, content)
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

export const importFiles = async (
  store: CandleStore,
  files: readonly ImportFile[],
  chosen: ChosenOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ImportOutcome> => {
  const { options } = await proposeImport(files, chosen, exchangeCalendar)
  return importCandles({
    id: randomBytes(12).toString('hex'),
    files,
    options,
    store,
    calendar: exchangeCalendar,
    by: { actor: 'test', request: null },
    signal,
    onProgress: () => {},
  })
}

/** Minutes of whole sessions from 09:15, one line each. */
export const minuteLines = (days: readonly string[], price = 100): string =>
  days
    .flatMap((day) =>
      Array.from({ length: 375 }, (_, minute) => {
        const clock = 555 + minute
        const time = `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`
        return `${day} ${time},${price},${price + 2},${price - 1},${price + 1},${minute}`
      }),
    )
    .join('\n')
    .concat('\n')
