import type { FastifyInstance, FastifyReply } from 'fastify'
import { getMarketMap } from '../../../src/contract/analysis.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import {
  changeAlert,
  getAlertHistory,
  listAlerts,
  setAlert,
  stopAlert,
} from '../../../src/contract/scanners/alerts.ts'
import { scanHistory, scanMarket, scanMisses, scanWhy } from '../../../src/contract/scanners/scan.ts'
import {
  copyScanner,
  deleteScanner,
  getScanner,
  listScanners,
  listScannerVersions,
  restoreScanner,
  saveScanner,
} from '../../../src/contract/scanners/scanner.ts'
import type { ScanInput } from '../../scanning/scan-input.ts'
import type { Scanning } from '../../scanning/scanning.ts'
import type { AlertCalls } from '../../services/scanners/alerts.ts'
import type { Scanners } from '../../services/scanners/scanners.ts'
import type { ScanInputs } from '../../services/scanners/scans.ts'
import type { User } from '../../user.ts'
import { PrintedEnvelope } from '../envelope.ts'
import { serve } from '../serve.ts'
import { whileWanted } from '../serve-reading.ts'

export const scanRoutes = (
  app: FastifyInstance,
  { inputOf: inputs, listedOf }: ScanInputs,
  scanning: Scanning,
): void => {
  const answer = async (
    endpoint: Endpoint,
    input: Promise<ScanInput>,
    { user, reply }: { readonly user: User; readonly reply: FastifyReply },
  ): Promise<PrintedEnvelope> => {
    const by = { user: user.id, signal: whileWanted(reply) }
    return new PrintedEnvelope(await scanning.answer(endpoint, await input, by))
  }
  serve(app, scanMarket, (call) => answer(scanMarket, inputs(call.user, call.body), call))
  serve(app, scanMisses, (call) => answer(scanMisses, inputs(call.user, call.body), call))
  serve(app, scanHistory, (call) => answer(scanHistory, inputs(call.user, call.body), call))
  serve(app, getMarketMap, async ({ user, query: { universe }, reply }) => {
    const by = { user: user.id, signal: whileWanted(reply) }
    const listed = await listedOf(user.id, universe)
    return new PrintedEnvelope(await scanning.marketMap({ scan: { universe }, listed }, by))
  })
  serve(app, scanWhy, (call) => {
    const { segSym, ...scan } = call.body
    return answer(scanWhy, inputs(call.user, scan, segSym), call)
  })
}

export const scannerRoutes = (app: FastifyInstance, scanners: Scanners): void => {
  serve(app, getScanner, ({ user, query: { slug, version } }) =>
    scanners.get(user, slug, version === undefined ? undefined : Number(version)),
  )
  serve(app, saveScanner, ({ user, body: { slug, scannerUuid, version, ...scanner } }) =>
    scanners.save(user, scanner, { slug, scannerUuid, version }),
  )
  serve(app, deleteScanner, async ({ user, query, request }) => {
    await scanners.delete(user, query.scannerUuid, request.id)
    return null
  })
  serve(app, restoreScanner, ({ user, body }) => scanners.restore(user, body.scannerUuid))
  serve(app, copyScanner, ({ user, body }) => scanners.copy(user, body))
  serve(app, listScannerVersions, ({ user, query }) => scanners.versions(user, query.slug))
  serve(app, listScanners, ({ user, query }) => scanners.list(user, query))
}

export const alertRoutes = (app: FastifyInstance, alerts: AlertCalls): void => {
  serve(app, setAlert, ({ user, body }) => alerts.set(user, body))
  serve(app, changeAlert, async ({ user, body }) => {
    await alerts.change(user, body)
    return null
  })
  serve(app, stopAlert, async ({ user, query }) => {
    await alerts.stop(user, query.alertUuid)
    return null
  })
  serve(app, listAlerts, ({ user }) => alerts.list(user))
  serve(app, getAlertHistory, ({ user, query }) => alerts.history(user, query))
}
