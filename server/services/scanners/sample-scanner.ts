import type { Scanner } from '../../../src/domain/scanners/scanner.ts'

/** A scanner that ships with the product and belongs to nobody. */
export interface SampleScanner {
  readonly slug: string
  readonly scannerUuid: string
  readonly scanner: Scanner
}
