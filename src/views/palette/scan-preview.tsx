import { formatNumber, NO_FIGURE } from '../../domain/format.ts'
import { shortText } from '../../domain/strategies/definitions/written.ts'
import type { ScanReply } from '../../machines/scanners/scan.ts'
import type { ScanPreview } from '../../machines/shell/palette-preview.ts'
import { type TileContent, Tiles } from '../kit/layout/tiles.tsx'

export function ScanTiles({ preview }: { readonly preview: ScanPreview | null }) {
  return (
    <div aria-busy={preview === null}>
      <Tiles label="Preview" tiles={preview === null ? waiting : tilesOf(preview.result)} />
    </div>
  )
}

const waiting: readonly TileContent[] = ['Found', 'Unknown', 'Excludes most'].map((label) => ({
  label,
  value: NO_FIGURE,
  detail: 'scanning',
}))

const tilesOf = ({ found, total, unknown, loading, took, parts }: ScanReply): readonly TileContent[] => {
  const [least] = [...parts].sort((a, b) => a.trueFor - b.trueFor)
  const read = total - loading
  return [
    {
      label: 'Found',
      value: `${formatNumber(found.length, 0)} of ${formatNumber(read, 0)}`,
      detail: loading > 0 ? `candles of ${formatNumber(loading, 0)} more are being read` : `${took} ms`,
    },
    {
      label: 'Unknown',
      value: formatNumber(unknown.length, 0),
      detail: unknown[0]?.reason ?? 'every symbol has enough candles',
    },
    {
      label: parts.length > 1 ? 'Excludes most' : 'Rule',
      value: least === undefined ? NO_FIGURE : shortText(least.text),
      detail: least === undefined ? '' : `true for ${formatNumber(least.trueFor, 0)}`,
    },
  ]
}
