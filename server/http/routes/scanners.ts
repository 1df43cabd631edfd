import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { scanHistory, scanMarket, scanMisses, scanWhy } from '../../../src/contract/scanners/scan.ts'
import type { ScanInput } from '../../scanning/scan-input.ts'
import type { Scanning } from '../../scanning/scanning.ts'
import type { ScanInputs } from '../../services/scanners/scans.ts'
import type { User } from '../../user.ts'
import { PrintedEnvelope } from '../envelope.ts'
import { serve } from '../serve.ts'
import { whileWanted } from '../serve-reading.ts'

export const scannerRoutes = (app: FastifyInstance, inputs: ScanInputs, scanning: Scanning): void => {
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
  serve(app, scanWhy, (call) => {
    const { segSym, ...scan } = call.body
    return answer(scanWhy, inputs(call.user, scan, segSym), call)
  })
}
