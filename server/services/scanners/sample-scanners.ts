import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ScannerSlug } from '../../../src/contract/scanners/scanner.ts'
import { scanIntervals } from '../../../src/domain/scanners/scan.ts'
import { checkScanner, type Scanner } from '../../../src/domain/scanners/scanner.ts'
import { subCategories } from '../../../src/domain/strategies/strategy.ts'
import { uuidOfText } from '../../uuid-of-text.ts'
import { openFields } from '../sample-fields.ts'
import { wireField } from '../wire-field.ts'
import type { SampleScanner } from './sample-scanner.ts'

const EXTENSION = '.txt'

const keys = ['scanner_name', 'sub_category', 'universe', 'interval', 'logic', 'finds', 'fails']

/** By name. Throws SampleFault. */
export const loadSampleScanners = (dir: string): readonly SampleScanner[] =>
  readdirSync(dir)
    .filter((path) => path.endsWith(EXTENSION))
    .map((path) => readSampleScanner(basename(path, EXTENSION), readFileSync(join(dir, path), 'utf8')))
    .sort((one, other) => (one.scanner.scannerName < other.scanner.scannerName ? -1 : 1))

/** The format is described in server/samples/README.md. Throws SampleFault. */
export const readSampleScanner = (slug: string, text: string): SampleScanner => {
  const fields = openFields(`${slug}${EXTENSION}`, text)
  fields.check(keys, '')
  if (!ScannerSlug.safeParse(slug).success)
    throw fields.fault('scanner_name', 'expected sc- and a name as the file name')
  const scanner: Scanner = {
    scannerName: fields.get('scanner_name'),
    subCategory: fields.oneOf('sub_category', subCategories),
    universe: fields.get('universe'),
    interval: fields.oneOf('interval', scanIntervals),
    logic: fields.get('logic'),
    note: `Finds: ${fields.get('finds')}\nFails: ${fields.get('fails')}`,
  }
  const [problem] = checkScanner(scanner)
  if (problem !== undefined) {
    const key = wireField(problem.field)
    throw fields.fault(key, `${key}: ${problem.problem}`)
  }
  return { slug, scannerUuid: uuidOfText(slug), scanner }
}
