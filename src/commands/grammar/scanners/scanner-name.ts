import { isScannerSlug } from '../../../domain/scanners/scanner.ts'
import type { ArgKind } from '../../command.ts'
import type { Environment, KnownScanner } from '../../environment.ts'
import { knownName, printName } from '../list-name.ts'
import { taken, wordAt } from '../words.ts'

/** By slug or by name; the user's own wins over a sample of the same name. */
export const scannerOf = (text: string, { scanners = [] }: Environment): KnownScanner | null =>
  scanners.find(({ slug }) => slug === text) ??
  scanners.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase()) ??
  null

const scannerName = (
  expects: string,
  among: (environment: Environment) => readonly KnownScanner[],
): ArgKind<string> => {
  const named = knownName({
    expects,
    namesOf: (environment) => [...new Set(among(environment).map(({ name }) => name))],
  })
  return {
    ...named,
    read(line, from, environment) {
      const { text, to } = wordAt(line, from)
      return isScannerSlug(text) ? taken(text, to) : named.read(line, from, environment)
    },
    print: (value) => (isScannerSlug(value) ? value : printName(value)),
  }
}

export const anyScanner = scannerName(
  'a saved scanner or a sample, by name in quotes',
  ({ scanners = [] }) => scanners,
)

export const ownScanner = scannerName('a scanner of yours, by name in quotes', ({ scanners = [] }) =>
  scanners.filter(({ isSample }) => !isSample),
)
