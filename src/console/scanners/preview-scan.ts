import { scanMarket } from '../../contract/scanners/scan.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import type { ScanPreview } from '../../machines/shell/palette-preview.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export type PreviewScan = (scan: Scan, signal: AbortSignal) => Promise<ScanPreview>

export const previewScan =
  (http: HttpClient): PreviewScan =>
  async (scan, signal) => ({
    kind: 'scan',
    scan,
    result: await http.call(scanMarket, { body: scan, signal }),
  })
