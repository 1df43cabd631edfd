import { ApiError, isFateUnknown, messageOf, refusedByConsole } from '../../contract/api-error.ts'
import type { BodyOf } from '../../contract/call-types.ts'
import {
  changeAlert,
  getAlertHistory,
  listAlerts,
  setAlert,
  stopAlert,
} from '../../contract/scanners/alerts.ts'
import { scanHistory, scanMarket, scanMisses, scanWhy } from '../../contract/scanners/scan.ts'
import {
  copyScanner,
  deleteScanner,
  getScanner,
  listScanners,
  listScannerVersions,
  restoreScanner,
  saveScanner,
} from '../../contract/scanners/scanner.ts'
import { nearestHint } from '../../domain/nearest.ts'
import type { AlertTerms } from '../../domain/scanners/alert.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import { scanOfKey, whyIn } from '../../domain/scanners/scan-address.ts'
import { pathOf, pathOfScanner } from '../../domain/screens.ts'
import { type Notice, noticed } from '../../machines/notices.ts'
import type { Dispatch } from '../../machines/requests.ts'
import type {
  DeletedScanner,
  ScannerAct,
  ScannerActDone,
  ScannerActInput,
} from '../../machines/scanners/scanner-acts.ts'
import type { ScannerEntry, ScannerLists } from '../../machines/scanners/scanner-lists.ts'
import { scannerTexts } from '../../machines/scanners/texts-of-scanners.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const scan = (http: HttpClient, asked: Scan, signal: AbortSignal) =>
  http.call(scanMarket, { body: asked, signal })

export const misses = (http: HttpClient, key: string, signal: AbortSignal) =>
  http.call(scanMisses, { body: scanOfKey(key), signal })

export const history = (http: HttpClient, key: string, signal: AbortSignal) =>
  http.call(scanHistory, { body: scanOfKey(key), signal })

export const why = (http: HttpClient, key: string, signal: AbortSignal) => {
  const segSym = whyIn(new URLSearchParams(key))
  if (segSym === null) throw new RangeError(`no symbol to explain: ${key}`)
  return http.call(scanWhy, { body: { ...scanOfKey(key), segSym }, signal })
}

const PAGE = 200

const allOf = async (
  http: HttpClient,
  query: { readonly sample?: 'true' },
  signal: AbortSignal,
): Promise<readonly ScannerEntry[]> => {
  const rows: ScannerEntry[] = []
  for (let page = 1; ; page++) {
    const answer = await http.call(listScanners, {
      query: { ...query, page: String(page), limit: String(PAGE) },
      signal,
    })
    // One saved meanwhile shifts the pages.
    rows.push(...answer.data.filter(({ slug }) => rows.every((known) => known.slug !== slug)))
    if (page >= answer.totalPages) return rows
  }
}

export const lists = async (http: HttpClient, at: number, signal: AbortSignal): Promise<ScannerLists> => {
  const [mine, samples] = await Promise.all([
    allOf(http, {}, signal),
    allOf(http, { sample: 'true' }, signal),
  ])
  return { mine, samples, at }
}

export const one = (http: HttpClient, slug: string, signal: AbortSignal) =>
  http.call(getScanner, { query: { slug }, signal })

export const versions = (http: HttpClient, slug: string, signal: AbortSignal) =>
  http.call(listScannerVersions, { query: { slug }, signal })

export const alerts = (http: HttpClient, signal: AbortSignal) => http.call(listAlerts, { signal })

export const alertLog = (http: HttpClient, key: string, signal: AbortSignal) => {
  const [alertUuid = '', page = '1'] = key.split(' ')
  return http.call(getAlertHistory, { query: { alertUuid, page }, signal })
}

const find = async (
  name: string,
  http: HttpClient,
  known: readonly ScannerEntry[],
): Promise<ScannerEntry> => {
  const isNamed = (entry: ScannerEntry): boolean =>
    entry.slug === name || entry.scannerName.toLowerCase() === name.trim().toLowerCase()
  const found = known.find(isNamed)
  if (found !== undefined) return found
  const { mine, samples } = await lists(http, 0, new AbortController().signal)
  const loaded = [...mine, ...samples]
  const one = loaded.find(isNamed)
  if (one !== undefined) return one
  const names = loaded.map(({ scannerName }) => scannerName)
  throw refusedByConsole('NOT_FOUND', `No scanner called ${name}${nearestHint(name, names)}`)
}

const said = (text: string, undo?: Dispatch, path?: string): Notice =>
  noticed('success', text, undo, path).notice

const done = (notice: Notice, part: Partial<ScannerActDone> = {}): ScannerActDone => ({
  said: notice,
  isLost: false,
  saved: null,
  deleted: null,
  ...part,
})

interface ActPorts {
  readonly http: HttpClient
  readonly known: readonly ScannerEntry[]
}

const actRequest = (act: ScannerAct): Dispatch => ({ to: 'scannerActs', event: { type: 'scanner.act', act } })

const remove = async (name: string, { http, known }: ActPorts): Promise<ScannerActDone> => {
  const { scannerUuid, scannerName } = await find(name, http, known)
  await http.call(deleteScanner, { query: { scannerUuid } })
  const deleted: DeletedScanner = { scannerUuid, name: scannerName }
  return done(said(scannerTexts.deleted, actRequest({ kind: 'undelete', deleted })), { deleted })
}

const watch = async (
  body: BodyOf<typeof setAlert>,
  of: string | AlertTerms,
  { http }: ActPorts,
): Promise<ScannerActDone> => {
  const { alertUuid } = await http.call(setAlert, { body })
  const undo = actRequest({ kind: 'stopAlert', alert: alertUuid, of })
  return done(said(scannerTexts.alertSet, undo, pathOf('live-alerts', { alert: alertUuid })))
}

const watchScanner = async (name: string, uuid: string, ports: ActPorts): Promise<ScannerActDone> => {
  const { slug, scannerUuid, isSample, logic, universe, interval } = await find(name, ports.http, ports.known)
  const body = isSample ? { scan: { logic, universe, interval } } : { scannerUuid }
  return watch({ ...body, alertUuid: uuid }, slug, ports)
}

/** No abort signal: the server carries out what was sent, even if the login session ends. */
const carryOut = async ({ act, uuid }: ScannerActInput, ports: ActPorts): Promise<ScannerActDone> => {
  const { http, known } = ports
  switch (act.kind) {
    case 'save': {
      const { slug, version } = act.of ?? {}
      const body = { ...act.scanner, ...(slug === undefined ? { scannerUuid: uuid } : { slug }) }
      const saved = await http.call(saveScanner, {
        body: { ...body, ...(version == null ? {} : { version }) },
      })
      const text = scannerTexts.saved(act.scanner.scannerName, saved.version)
      return done(said(text, undefined, pathOfScanner(saved.slug)), { saved })
    }
    case 'copy': {
      const { slug } = await find(act.scanner, http, known)
      const named = act.name === null ? {} : { scannerName: act.name }
      const copied = await http.call(copyScanner, { body: { slug, scannerUuid: uuid, ...named } })
      const notice = said(scannerTexts.copied, undefined, pathOfScanner(copied.slug))
      return done(notice, { saved: copied })
    }
    case 'delete':
      return remove(act.scanner, ports)
    case 'undelete':
      await http.call(restoreScanner, { body: { scannerUuid: act.deleted.scannerUuid } })
      return done(said(scannerTexts.undeleted(act.deleted.name)))
    case 'setAlert':
      return watchScanner(act.scanner, uuid, ports)
    case 'setRule':
      return watch({ scan: act.terms, alertUuid: uuid }, act.terms, ports)
    case 'changeAlert': {
      const { alert, logic, was } = act
      await http.call(changeAlert, { body: { alertUuid: alert, logic } })
      return done(said(scannerTexts.alertChanged, actRequest({ ...act, logic: was, was: logic })))
    }
    case 'stopAll': {
      const running = (await http.call(listAlerts, {})).filter(({ status }) => status === 'running')
      for (const { alertUuid } of running) await http.call(stopAlert, { query: { alertUuid } })
      return done(said(scannerTexts.alertStopped))
    }
    case 'stopAlert': {
      await http.call(stopAlert, { query: { alertUuid: act.alert } })
      const { of } = act
      if (of === null) return done(said(scannerTexts.alertStopped))
      const again: ScannerAct =
        typeof of === 'string' ? { kind: 'setAlert', scanner: of } : { kind: 'setRule', terms: of }
      return done(said(scannerTexts.alertStopped, actRequest(again)))
    }
    default:
      return act satisfies never
  }
}

const failures: Readonly<Record<ScannerAct['kind'], string>> = {
  save: scannerTexts.notSaved,
  copy: scannerTexts.notCopied,
  delete: scannerTexts.notDeleted,
  undelete: scannerTexts.notRestored,
  setAlert: scannerTexts.alertNotSet,
  setRule: scannerTexts.alertNotSet,
  stopAlert: scannerTexts.alertNotStopped,
  stopAll: scannerTexts.alertNotStopped,
  changeAlert: scannerTexts.alertNotChanged,
}

/** A failed save shows the server's message; the others a text of their own, with the server's below it. */
const complaintOf = ({ kind }: ScannerAct, error: unknown): Notice => {
  const text = failures[kind]
  if (kind === 'save' || kind === 'undelete') return { kind: 'error', text: messageOf(error, text) }
  const reason = error instanceof ApiError ? messageOf(error, '').replace(/^: /, '') : ''
  return { kind: 'error', text, ...(reason === '' ? {} : { detail: reason }) }
}

export const act = async (input: ScannerActInput, ports: ActPorts): Promise<ScannerActDone> => {
  try {
    return await carryOut(input, ports)
  } catch (error) {
    return done(complaintOf(input.act, error), { isLost: isFateUnknown(error) })
  }
}
