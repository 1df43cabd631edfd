import type { Scan } from '../../domain/scanners/scan.ts'
import type { ScanPreview } from '../../machines/shell/palette-preview.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { scanOnServer } from './scan-adapters.ts'

export type PreviewScan = (scan: Scan, signal: AbortSignal) => Promise<ScanPreview>

export const previewScan =
  (http: HttpClient): PreviewScan =>
  async (scan, signal) => ({ kind: 'scan', scan, result: await scanOnServer(http, scan, signal) })
