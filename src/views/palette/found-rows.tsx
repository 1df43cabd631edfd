import type { Environment } from '../../commands/environment.ts'
import { findOffers } from '../../commands/palette/offers.ts'
import type { PaletteRow, Reading } from '../../commands/reading.ts'
import { formatNumber, formatSignedPercent } from '../../domain/format.ts'
import { tradingSymbolOf } from '../../domain/instruments/instrument.ts'
import type { ScanReply } from '../../machines/scanners/scan.ts'
import type { Preview } from '../../machines/shell/palette-preview.ts'
import { Signed } from '../kit/price/signed.tsx'
import { Sparkline } from '../kit/price/sparkline.tsx'
import styles from './found-rows.module.css'

const ROWS_SHOWN = 6

export type Found = ScanReply['found'][number]

export interface FoundPaletteRow extends PaletteRow {
  readonly found: Found
  readonly heading: string
}

const headingOf = ({ length }: readonly Found[]): string =>
  length > ROWS_SHOWN ? `First ${ROWS_SHOWN} of ${formatNumber(length, 0)}` : 'Found'

const rowOf = (found: Found, heading: string): FoundPaletteRow => {
  const symbol = tradingSymbolOf(found.segSym)
  return {
    id: 'chart.open',
    kind: 'found',
    title: symbol,
    detail: `${formatNumber(found.lastPrice)}, ${formatSignedPercent(found.dayChange)}`,
    call: { command: 'chart.open', args: { instrument: found.segSym } },
    insert: `${symbol} `,
    found,
    heading,
  }
}

const rowsOfPreview = (
  line: string,
  reading: Reading,
  preview: Preview | null,
  environment: () => Environment,
): readonly (PaletteRow | FoundPaletteRow)[] => {
  if (preview?.kind === 'orders')
    return findOffers()?.instead({ line, reading, preview }, environment()) ?? []
  if (preview?.kind !== 'scan') return []
  const { found } = preview.result
  return found.slice(0, ROWS_SHOWN).map((one) => rowOf(one, headingOf(found)))
}

export const withFound = (
  line: string,
  reading: Reading,
  preview: Preview | null,
  environment: () => Environment,
): readonly (PaletteRow | FoundPaletteRow)[] => {
  const { rows } = reading
  const shown = rowsOfPreview(line, reading, preview, environment)
  if (shown.length === 0) return rows
  const acts = rows.filter(({ kind }) => kind === 'act' || kind === 'variant')
  return [...acts, ...shown, ...rows.slice(acts.length)]
}

const isOfScan = (row: PaletteRow | undefined): boolean => {
  const call = row?.call ?? row?.meant
  return row?.kind === 'found' || call === undefined || ['scan.run', 'alert.set'].includes(call.command)
}

/** The preview of a scan is that of all rows that scan alike or only write into the line; `instead` belongs to its own. */
export const chooseRow = (
  at: number,
  from: number,
  { rows, preview }: { readonly rows: readonly PaletteRow[]; readonly preview: Preview | null },
) => {
  const keepsPreview =
    rows[at]?.kind === 'instead' || (preview?.kind === 'scan' && isOfScan(rows[from]) && isOfScan(rows[at]))
  return { to: 'palette', event: { type: 'palette.choose', row: at, keepsPreview } } as const
}

export const previewedCall = (reading: Reading, row: PaletteRow | undefined): Reading['call'] => {
  if (reading.call === null) return row?.meant ?? null
  const isOfPreview = row?.kind === 'found' || row?.kind === 'instead'
  return isOfPreview ? reading.call : (row?.call ?? reading.call)
}

export function FoundRow({ found }: { readonly found: Found }) {
  const { segSym, lastPrice, dayChange, trail, values } = found
  const value = values.find(({ text }) => text !== 'close')
  return (
    <span className={styles.row}>
      <bdi className={styles.symbol}>{tradingSymbolOf(segSym)}</bdi>
      <Sparkline values={trail} width={64} height={16} />
      <span>{formatNumber(lastPrice)}</span>
      <span>
        <Signed value={dayChange} format={formatSignedPercent} />
      </span>
      <span className={styles.value}>
        {value === undefined ? '' : `${value.text} ${formatNumber(value.value)}`}
      </span>
    </span>
  )
}
