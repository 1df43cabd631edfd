import { createActor } from 'xstate'
import type { KnownScanner } from '../../commands/environment.ts'
import { onceFor } from '../../domain/once-for.ts'
import { isEdited, pathOfScan, scannerAt, shownAt } from '../../domain/scanners/scan-address.ts'
import { pathOf, screenAt } from '../../domain/screens.ts'
import { type ScannerShown, scanEditsMachine } from '../../machines/scanners/scan-edits.ts'
import type { DeletedScanner, ScannerDone } from '../../machines/scanners/scanner-acts.ts'
import type { ScannerEntry, ScannerLists } from '../../machines/scanners/scanner-lists.ts'
import { storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import { type Area, type Undo, undoAll, unsubscribeAll } from '../area.ts'
import { uuidMaker } from '../create-uuid.ts'
import type { Deps } from '../deps.ts'
import { followPath } from '../follow-path.ts'
import { whenOnlineAgain } from '../online-again.ts'
import { forgetDeleted, rememberOpened } from './recent-scanners.ts'
import { provideScanners, provideScans } from './scan-adapters.ts'

const knownScanner = (entry: ScannerEntry): KnownScanner => ({
  slug: entry.slug,
  name: entry.scannerName,
  version: entry.version,
  isSample: entry.isSample,
  logic: entry.logic,
  universe: entry.universe,
  interval: entry.interval,
  subCategory: entry.subCategory,
  note: entry.note,
  alert: entry.currentAlertUuid,
})

const knownScanners = onceFor(({ mine, samples }: ScannerLists) => [...mine, ...samples].map(knownScanner))

/** The one on screen is known before the lists are, which load later. */
const knownTo = ({ scanners, scanner }: Actors): readonly KnownScanner[] => {
  const lists = scanners.getSnapshot().context.output
  const onScreen = scanner.getSnapshot().context.output
  const listed = lists === null ? [] : knownScanners(lists)
  if (onScreen === null || listed.some(({ slug }) => slug === onScreen.slug)) return listed
  return [knownScanner(onScreen), ...listed]
}

const shownOn = ({ navigation, scanner }: Actors) =>
  shownAt(navigation.getSnapshot().context.path, scanner.getSnapshot().context.output)

type Kept = 'scanners' | 'scanner' | 'scannerVersions' | 'alerts'

const reload = (actors: Partial<Pick<Actors, Kept>>): void => {
  for (const actor of Object.values(actors)) actor.send({ type: 'current.ask' })
}

const reloadAll = ({ scanners, scanner, scannerVersions, alerts }: Actors): void =>
  reload({ scanners, scanner, scannerVersions, alerts })

/** A deleted scanner is not asked for again, and its own screen leads to those that are left. */
const afterDelete = (actors: Actors, deleted: DeletedScanner): void => {
  const { scanners, alerts, scanner, navigation } = actors
  forgetDeleted(actors, deleted)
  const loaded = scanner.getSnapshot().context.output
  const slugOnScreen = scannerAt(navigation.getSnapshot().context.path)?.slug
  if (loaded?.scannerUuid === deleted.scannerUuid && loaded.slug === slugOnScreen)
    navigation.send({ type: 'view.replace', path: pathOf('my-scanners') })
  reload({ scanners, alerts })
}

/** A scan that was saved is on its scanner's screen from then on. */
const afterAct = (actors: Actors, { act, saved, deleted }: ScannerDone): void => {
  if (deleted !== null) {
    afterDelete(actors, deleted)
    return
  }
  reloadAll(actors)
  const shown = shownOn(actors)
  if (act.kind !== 'save' || saved === null || shown === null) return
  const { scan, tab } = shown
  if (isEdited(scan, act.scanner)) return
  const path = pathOfScan(saved, scan, { tab })
  actors.navigation.send({ type: 'view.replace', path })
}

/** The list that was open last is that of the screen of all scanners. */
const followTab = ({ actors, storage }: Pick<Deps, 'actors' | 'storage'>, path: string): void => {
  const screen = screenAt(path)
  if (screen === 'my-scanners' || screen === 'discover-scanners')
    storage.write('browser', storageKeys.scannersTab, screen)
  if (screen !== 'scanners') return
  const isMine = storage.read('browser', storageKeys.scannersTab) === 'my-scanners'
  const last = isMine ? 'my-scanners' : 'discover-scanners'
  actors.navigation.send({ type: 'view.replace', path: pathOf(last) })
}

/** A saved scanner that has not arrived shows nothing yet. */
const scannerShownOn = (actors: Actors): ScannerShown | null => {
  const shown = shownOn(actors)
  if (shown === null || shown.of === null) return null
  const { scan, of } = shown
  const isHere = of.slug === null || actors.scanner.getSnapshot().context.output?.slug === of.slug
  return isHere ? { scan, of } : null
}

const followEdits = (actors: Actors): Undo => {
  const { scanEdits, navigation, scanner } = actors
  const tell = (): void => scanEdits.send({ type: 'scanEdits.shown', shown: scannerShownOn(actors) })
  return unsubscribeAll([
    navigation.subscribe(tell),
    scanner.subscribe(tell),
    scanEdits.on('scanEdits.back', ({ scan }) => {
      const shown = shownOn(actors)
      if (shown === null) return
      navigation.send({ type: 'view.replace', path: pathOfScan(shown.of, scan, { tab: shown.tab }) })
    }),
  ])
}

const connect = ({ actors, storage, clock }: Pick<Deps, 'actors' | 'storage' | 'clock'>): Undo =>
  undoAll([
    followPath(actors, (path) => followTab({ actors, storage }, path)),
    followEdits(actors),
    rememberOpened({ actors, clock }),
    unsubscribeAll([actors.scannerActs.on('scanner.done', (done) => afterAct(actors, done))]),
    whenOnlineAgain(actors, () => reloadAll(actors)),
  ])

export const scanners = (deps: Deps) => {
  const { actors, platform } = deps
  const known = (): readonly ScannerEntry[] => {
    const lists = actors.scanners.getSnapshot().context.output
    return lists === null ? [] : [...lists.mine, ...lists.samples]
  }
  const createUuid = uuidMaker(platform)
  const scans = provideScans(deps)
  const provided = provideScanners({ ...deps, known })
  return {
    actors: {
      scanResult: createActor(scans.scanResult),
      scanMisses: createActor(scans.scanMisses),
      scanHistory: createActor(scans.scanHistory),
      scanWhy: createActor(scans.scanWhy),
      scanners: createActor(provided.scanners),
      scanner: createActor(provided.scanner),
      scannerVersions: createActor(provided.scannerVersions),
      alerts: createActor(provided.alerts),
      alertLog: createActor(provided.alertLog),
      scanEdits: createActor(scanEditsMachine),
      scannerActs: createActor(provided.scannerActs, { input: { createUuid } }),
    },
    connect: () => connect(deps),
    environment: () => {
      return {
        scan: shownOn(actors),
        scanners: knownTo(actors),
        alerts: actors.alerts.getSnapshot().context.output ?? [],
      }
    },
    begin: () => {
      actors.scanners.send({ type: 'current.watch', key: '' })
      followTab(deps, actors.navigation.getSnapshot().context.path)
    },
  } satisfies Area
}
