import { formatNumber, formatSignedPercent, NO_FIGURE } from '../../domain/format.ts'
import { tradingSymbolOf } from '../../domain/instruments/instrument.ts'
import type { ScanReply } from '../../machines/scanners/scan.ts'
import type { ScanPreview } from '../../machines/shell/palette-preview.ts'
import { type TileContent, Tiles } from '../kit/layout/tiles.tsx'
import { Signed } from '../kit/price/signed.tsx'
import { Sparkline } from '../kit/price/sparkline.tsx'
import styles from './scan-preview.module.css'

const ROWS_SHOWN = 6

export function ScanTiles({ preview }: { readonly preview: ScanPreview | null }) {
  return (
    <div className={styles.preview} aria-busy={preview === null}>
      <Tiles label="Preview" tiles={preview === null ? waiting : tilesOf(preview.result)} />
      {preview !== null && preview.result.found.length > 0 && <FirstFound result={preview.result} />}
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
      value: least?.text ?? NO_FIGURE,
      detail: least === undefined ? '' : `true for ${formatNumber(least.trueFor, 0)}`,
    },
  ]
}

function FirstFound({ result: { found } }: { readonly result: ScanReply }) {
  const shown = found.slice(0, ROWS_SHOWN)
  return (
    <table className={styles.found}>
      <caption>
        {found.length > ROWS_SHOWN ? `First ${ROWS_SHOWN} of ${formatNumber(found.length, 0)}` : 'Found'}
      </caption>
      <tbody>
        {shown.map(({ segSym, lastPrice, dayChange, trail, values }) => (
          <tr key={segSym}>
            <th scope="row">
              <bdi>{tradingSymbolOf(segSym)}</bdi>
            </th>
            <td>
              <Sparkline values={trail} width={64} height={16} />
            </td>
            <td>{formatNumber(lastPrice)}</td>
            <td>
              <Signed value={dayChange} format={formatSignedPercent} />
            </td>
            <td className={styles.value}>
              {values
                .filter(({ text }) => text !== 'close')
                .slice(0, 1)
                .map(({ text, value }) => `${text} ${formatNumber(value)}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
