import { isEdited, scanInWords } from '../../../domain/scanners/scan-address.ts'
import type { Scanner } from '../../../domain/scanners/scanner.ts'
import { pathOf, pathOfScanner } from '../../../domain/screens.ts'
import { type SubCategory, subCategories } from '../../../domain/strategies/strategy.ts'
import { type ArgProblem, type ArgsOf, command, optional, required, to } from '../../command.ts'
import type { Environment, KnownScanner } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { newName, printName } from '../../grammar/list-name.ts'
import { noteText } from '../../grammar/note-text.ts'
import { checkSavedName } from '../../grammar/saved-name.ts'
import { anyScanner, ownScanner, scannerOf } from '../../grammar/scanners/scanner-name.ts'
import { atHand, focusedScanner, nameOf } from './scanner-at-hand.ts'
import { shownScan } from './scans.ts'

const ownAtHand = (environment: Environment): string | undefined => {
  const known = scannerOf(atHand(environment) ?? '', environment)
  return known === null || known.isSample ? undefined : known.slug
}

const open = command({
  id: 'scanner.open',
  title: 'Open a scanner',
  keywords: ['run', 'edit', 'screener', 'saved', 'sample'],
  verb: 'open scanner',
  aliases: ['edit scanner', 'run scanner'],
  when: 'signedIn',
  effect: 'read',
  args: { scanner: required('Scanner', anyScanner, { initial: focusedScanner }) },
  run: ({ scanner }, environment) => {
    const slug = scannerOf(scanner, environment)?.slug ?? scanner
    return to('navigation', { type: 'view.open', path: pathOfScanner(slug) })
  },
  describe: ({ scanner }, environment) => `Open scanner ${nameOf(scanner, environment)}`,
})

const saveArgs = {
  name: optional('Name', {
    ...newName({
      expects: 'a name for the scanner',
      before: subCategories,
      namesOf: ({ scanners = [] }) => scanners.flatMap(({ name, isSample }) => (isSample ? [] : [name])),
    }),
    isGreedy: true,
  }),
  subCategory: optional(
    'Sub-category',
    choice<SubCategory>(
      'momentum or another sub-category',
      subCategories.map((value) => ({ value, words: [value], title: 'What it looks for' })),
    ),
  ),
} as const

type SaveArgs = ArgsOf<typeof saveArgs>

interface Saving {
  readonly scanner: Scanner
  readonly of: KnownScanner | null
  readonly version: number | null
}

const ownOnScreen = (environment: Environment): KnownScanner | null => {
  const known = scannerOf(shownScan(environment).of?.slug ?? '', environment)
  return known === null || known.isSample ? null : known
}

/** Null where a name is needed. What the line leaves out stays as the scanner of that name has it. */
const savingOf = ({ name, subCategory }: SaveArgs, environment: Environment): Saving | null => {
  const { scan, of: ref } = shownScan(environment)
  const shown = ownOnScreen(environment)
  const named = name === undefined ? shown : scannerOf(name, environment)
  const of = named === null || named.isSample ? null : named
  const scannerName = of?.name ?? name?.trim()
  if (scannerName === undefined) return null
  const { logic, universe, interval } = scan
  const from = of ?? scannerOf(ref?.slug ?? '', environment)
  const scanner = {
    scannerName,
    logic,
    universe,
    interval,
    subCategory: subCategory ?? from?.subCategory ?? 'momentum',
    note: from?.note ?? '',
  }
  return { scanner, of, version: of !== null && of === shown ? (ref?.version ?? of.version) : null }
}

const save = command({
  id: 'scanner.save',
  title: 'Save as scanner',
  keywords: ['keep', 'scan', 'rule', 'version', 'name'],
  verb: 'save scanner',
  when: 'signedIn && scan.shown',
  effect: 'local',
  args: saveArgs,
  run: (args, environment) => {
    const saving = savingOf(args, environment)
    if (saving === null) return to('palette', { type: 'palette.open', line: 'save scanner ' })
    const { scanner, of, version } = saving
    const act = { kind: 'save', scanner, of: of && { slug: of.slug, version } } as const
    return to('scannerActs', { type: 'scanner.act', act })
  },
  check: (args, environment): ArgProblem | null => {
    const refused = checkSavedName(args)
    if (refused !== null) return refused
    const saving = savingOf(args, environment)
    if (saving?.of == null || args.subCategory !== undefined) return null
    const { of, scanner } = saving
    const { scan } = shownScan(environment)
    if (isEdited(scan, of)) return null
    const message = `Saved already: ${scanner.scannerName} v${of.version}`
    return { arg: 'name', found: args.name ?? '', expected: 'a change', message }
  },
  describe: (args, environment) => {
    const saving = savingOf(args, environment)
    const words = scanInWords(shownScan(environment).scan, false)
    if (saving === null) return `Save as a scanner: ${words}`
    const { of, scanner } = saving
    return of === null
      ? `Save as scanner ${scanner.scannerName} · ${words}`
      : `Save version ${of.version + 1} of ${of.name} · ${words}`
  },
  ghost: ({ name, subCategory }, environment) => {
    const saving = name === undefined ? null : savingOf({ name }, environment)
    return saving === null || subCategory !== undefined ? '' : saving.scanner.subCategory
  },
})

const changed = (slugOrName: string, part: Partial<Scanner>, environment: Environment) => {
  const known = scannerOf(slugOrName, environment)
  if (known === null) return []
  const { slug, version, name: scannerName, logic, universe, interval, subCategory, note } = known
  const scanner = { scannerName, logic, universe, interval, subCategory, note, ...part }
  const act = { kind: 'save', scanner, of: { slug, version } } as const
  return to('scannerActs', { type: 'scanner.act', act })
}

const rename = command({
  id: 'scanner.rename',
  title: 'Rename a scanner',
  keywords: ['name'],
  verb: 'rename scanner',
  when: 'signedIn',
  effect: 'local',
  args: {
    scanner: required('Scanner', ownScanner, { initial: ownAtHand }),
    name: required('Name', newName({ expects: 'a name for the scanner' }), { word: 'to' }),
  },
  run: ({ scanner, name }, environment) => changed(scanner, { scannerName: name.trim() }, environment),
  check: checkSavedName,
  describe: ({ scanner, name }, environment) => `Rename ${nameOf(scanner, environment)} to ${name}`,
})

const annotate = command({
  id: 'scanner.note',
  title: 'Write the note of a scanner',
  keywords: ['describe', 'text', 'remark'],
  verb: 'note on scanner',
  when: 'signedIn',
  effect: 'local',
  args: {
    scanner: required('Scanner', ownScanner, { initial: ownAtHand }),
    note: required('Note', noteText, { word: 'is' }),
  },
  run: ({ scanner, note }, environment) => changed(scanner, { note }, environment),
  check: ({ scanner, note }, environment) =>
    scannerOf(scanner, environment)?.note === note
      ? { arg: 'note', found: note, expected: 'a change', message: 'This is its note already' }
      : null,
  describe: ({ scanner, note }, environment) => `Note on ${nameOf(scanner, environment)}: ${note}`,
})

const writeNote = command({
  id: 'scanner.writeNote',
  title: 'Change the note of this scanner',
  verb: 'edit note of scanner',
  isListed: false,
  when: 'signedIn',
  effect: 'read',
  args: { scanner: required('Scanner', ownScanner, { initial: ownAtHand }) },
  run: ({ scanner }, environment) => {
    const known = scannerOf(scanner, environment)
    const note = (known?.note ?? '').replace(/\s+/g, ' ')
    const line = `note on scanner ${printName(known?.name ?? scanner)} is ${note}`
    return to('palette', { type: 'palette.open', line })
  },
})

const startOver = command({
  id: 'scanner.startOver',
  title: 'Discard unsaved changes of the scanner',
  keywords: ['revert', 'saved'],
  verb: 'discard scan changes',
  when: 'signedIn && scanner.editing',
  effect: 'local',
  run: (_, environment) => {
    const slug = shownScan(environment).of?.slug ?? null
    const path = slug === null ? pathOf('create-scanner') : pathOfScanner(slug)
    return to('navigation', { type: 'view.open', path })
  },
  undo: () => to('scanEdits', { type: 'scanEdits.undo' }),
})

const undoEdit = command({
  id: 'scanner.undo',
  title: 'Undo a change of the scanner',
  verb: 'undo scan change',
  when: 'signedIn && scanner.editing',
  effect: 'local',
  run: () => to('scanEdits', { type: 'scanEdits.undo' }),
})

const redoEdit = command({
  id: 'scanner.redo',
  title: 'Redo a change of the scanner',
  verb: 'redo scan change',
  when: 'signedIn && scanner.editing',
  effect: 'local',
  run: () => to('scanEdits', { type: 'scanEdits.redo' }),
})

const copy = command({
  id: 'scanner.copy',
  title: 'Copy a scanner',
  keywords: ['duplicate', 'sample', 'clone'],
  verb: 'copy scanner',
  when: 'signedIn',
  effect: 'local',
  args: {
    scanner: required('Scanner', anyScanner, { initial: atHand }),
    name: optional('Name', newName({ expects: 'a name for the copy' }), { word: 'as' }),
  },
  run: ({ scanner, name }) =>
    to('scannerActs', { type: 'scanner.act', act: { kind: 'copy', scanner, name: name ?? null } }),
  check: checkSavedName,
  describe: ({ scanner, name }, environment) =>
    `Copy ${nameOf(scanner, environment)}${name === undefined ? '' : ` as ${name}`} to your scanners`,
})

const remove = command({
  id: 'scanner.delete',
  title: 'Delete a scanner',
  keywords: ['remove'],
  verb: 'delete scanner',
  when: 'signedIn',
  effect: 'local',
  args: { scanner: required('Scanner', ownScanner, { initial: ownAtHand }) },
  run: ({ scanner }) => to('scannerActs', { type: 'scanner.act', act: { kind: 'delete', scanner } }),
  describe: ({ scanner }, environment) => {
    const known = scannerOf(scanner, environment)
    const alert = known?.alert == null ? '' : ', and stop its alert'
    return `Delete ${nameOf(scanner, environment)}${alert}`
  },
  undo: () => to('scannerActs', { type: 'scanner.undelete' }),
})

const undelete = command({
  id: 'scanner.undelete',
  title: 'Restore the scanner deleted last',
  keywords: ['undo', 'undelete', 'bring back'],
  verb: 'undelete scanner',
  when: 'signedIn',
  effect: 'local',
  run: () => to('scannerActs', { type: 'scanner.undelete' }),
})

export const savedScannerCommands = [
  open,
  save,
  rename,
  annotate,
  writeNote,
  startOver,
  undoEdit,
  redoEdit,
  copy,
  remove,
  undelete,
] as const
