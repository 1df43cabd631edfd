import type { ReactNode } from 'react'
import styles from './tiles.module.css'

export interface TileContent {
  readonly label: string
  readonly value: ReactNode
  readonly detail?: ReactNode
  readonly tone?: 'up' | 'down' | undefined
}

const TILE_WIDTH_MAX = 320

export function Tiles({ label, tiles }: { readonly label: string; readonly tiles: readonly TileContent[] }) {
  return (
    <section className={styles.tiles} aria-label={label}>
      <dl className={styles.row} style={{ maxWidth: tiles.length * TILE_WIDTH_MAX }}>
        {tiles.map((tile) => (
          <div key={tile.label} className={styles.tile}>
            <dt className={styles.label}>{tile.label}</dt>
            <dd className={`${styles.value} ${tile.tone === undefined ? '' : styles[tile.tone]}`}>
              {tile.value}
            </dd>
            {tile.detail !== undefined && <dd className={styles.detail}>{tile.detail}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
