import { Treemap, treemapSquarify } from '@visx/hierarchy'
import { useParentSize } from '@visx/responsive'
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react'
import { formatSignedPercent } from '../../../domain/format.ts'
import { CursorFrame } from '../cursor-frame.tsx'
import styles from './tree-map.module.css'
import { type Datum, type MapGroup, type PlacedTile, rootOf, tileTowards } from './tree-map-layout.ts'

interface TreeMapProps {
  readonly label: string
  readonly groups: readonly MapGroup[]
  /** Percent of a tile, and of a group; null without one. */
  readonly changeOf: (key: string) => number | null
  readonly groupChangeOf: (name: string) => number | null
  readonly wordsOf: (key: string) => string
  readonly summary: string
  readonly onPick: (key: string) => void
  /** One group alone; the small ones are then seen. */
  readonly onGroup: (name: string) => void
}

const HEAD = 17

const DEEPEST = 2.5

export function TreeMap(props: TreeMapProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.frame} ref={parentRef}>
      {width > 80 && height > 60 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

function Drawing(props: TreeMapProps & Size) {
  const { groups, width, height } = props
  const root = useMemo(() => rootOf(groups, { width, height }), [groups, width, height])
  if (root === null) return null
  return (
    <Treemap<Datum>
      root={root}
      size={[width, height]}
      tile={treemapSquarify}
      paddingInner={1}
      paddingTop={(node) => (node.depth === 1 ? HEAD : 0)}
      round
    >
      {(laid) => <Tiles {...props} {...laidOut(laid.descendants())} />}
    </Treemap>
  )
}

interface Placed {
  readonly tiles: readonly PlacedTile[]
  readonly heads: readonly (Box & { readonly name: string })[]
}

type Box = Omit<PlacedTile, 'datum'>

interface Node {
  readonly data: Datum
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
}

const boxOf = ({ x0, x1, y0, y1 }: Node): Box => ({ left: x0, top: y0, width: x1 - x0, height: y1 - y0 })

const laidOut = (nodes: readonly Node[]): Placed => ({
  tiles: nodes.flatMap((node): readonly PlacedTile[] =>
    node.data.kind === 'tile' || node.data.kind === 'rest' ? [{ datum: node.data, ...boxOf(node) }] : [],
  ),
  heads: nodes.flatMap((node) =>
    node.data.kind === 'group' ? [{ name: node.data.name, ...boxOf(node), height: HEAD }] : [],
  ),
})

function Tiles({ tiles, heads, ...props }: TreeMapProps & Size & Placed) {
  const [at, setAt] = useState<number | null>(null)
  // A tap enters a tile and presses it before the next render.
  const pointed = useRef<number | null>(null)
  const set = useCallback((index: number | null) => {
    pointed.current = index
    setAt(index)
  }, [])
  const tile = at === null ? undefined : tiles[at]
  const pick = () => {
    const datum = tiles[pointed.current ?? -1]?.datum
    if (datum?.kind === 'tile') props.onPick(datum.tile.key)
    else if (datum !== undefined) props.onGroup(datum.group)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && at !== null) {
      event.preventDefault()
      event.stopPropagation()
      set(null)
      return
    }
    const next = at === null && event.key.startsWith('Arrow') ? 0 : tileTowards(tiles, at ?? -1, event.key)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    set(next)
  }
  const words = tile === undefined ? props.summary : wordsOfTile(tile, props)
  return (
    <>
      <CursorFrame
        className={styles.map}
        style={{ height: props.height }}
        label={props.label}
        kind="heat map"
        cursor={{ at, set, onKeyDown: press }}
        length={tiles.length}
        restsAt={0}
        valueText={words}
        onPick={pick}
      >
        <svg width={props.width} height={props.height} aria-hidden="true">
          {heads.map((head) => (
            <Head key={head.name} {...head} change={props.groupChangeOf(head.name)} />
          ))}
          {tiles.map((each, index) => (
            <Tile
              key={keyOf(each)}
              {...each}
              {...lookOf(each, props)}
              index={index}
              isOn={index === at}
              onPoint={set}
            />
          ))}
        </svg>
      </CursorFrame>
      {tile !== undefined && (
        <p
          className={styles.readout}
          data-right={tile.left > props.width / 2 ? undefined : ''}
          aria-hidden="true"
        >
          {words}
        </p>
      )}
    </>
  )
}

const keyOf = ({ datum }: PlacedTile): string =>
  datum.kind === 'tile' ? datum.tile.key : `rest of ${datum.group}`

const wordsOfTile = ({ datum }: PlacedTile, { wordsOf }: TreeMapProps): string =>
  datum.kind === 'tile' ? wordsOf(datum.tile.key) : `${datum.count} more of ${datum.group}: Enter shows them`

/** Primitive, so that a tile whose words and colour are the same is not drawn again. */
const lookOf = ({ datum }: PlacedTile, { changeOf }: TreeMapProps) => {
  if (datum.kind === 'rest') return { label: `+ ${datum.count}`, change: '', side: 'rest', depth: 0 } as const
  const change = changeOf(datum.tile.key)
  const side = change === null || change === 0 ? 'flat' : change > 0 ? 'up' : 'down'
  const depth = Math.round(Math.min(1, Math.abs(change ?? 0) / DEEPEST) * 20) * 5
  return { label: datum.tile.label, change: formatSignedPercent(change), side, depth } as const
}

interface TileProps extends Box {
  readonly datum: PlacedTile['datum']
  readonly label: string
  readonly change: string
  readonly side: 'up' | 'down' | 'flat' | 'rest'
  /** Percent of the deepest colour. */
  readonly depth: number
  readonly index: number
  readonly isOn: boolean
  readonly onPoint: (index: number) => void
}

/** Pixels that a letter takes, and a line. */
const LETTER = 7.2
const LINE = 14
const INSET = 4

const Tile = memo(
  function Tile({ left, top, width, height, label, change, side, depth, index, isOn, onPoint }: TileProps) {
    const fits = (words: string): boolean => words.length * LETTER + 2 * INSET <= width
    const hasLabel = fits(label) && height >= LINE + INSET
    const hasChange = hasLabel && change !== '' && fits(change) && height >= 2 * LINE + INSET
    return (
      <g onPointerEnter={() => onPoint(index)}>
        <rect
          className={styles[side]}
          style={{ '--depth': `${depth}%` } as CSSProperties}
          x={left}
          y={top}
          width={Math.max(0, width)}
          height={Math.max(0, height)}
          data-on={isOn ? '' : undefined}
        />
        {hasLabel && (
          <text className={side === 'rest' ? styles.restLabel : styles.label} x={left + INSET} y={top + LINE}>
            {label}
          </text>
        )}
        {hasChange && (
          <text className={styles.change} x={left + INSET} y={top + 2 * LINE}>
            {change}
          </text>
        )}
      </g>
    )
  },
  (before, now) =>
    (['left', 'top', 'width', 'height', 'label', 'change', 'side', 'depth', 'index', 'isOn'] as const).every(
      (name) => before[name] === now[name],
    ),
)

function Head({
  name,
  left,
  top,
  width,
  change,
}: Box & { readonly name: string; readonly change: number | null }) {
  const percent = formatSignedPercent(change)
  const room = Math.floor((width - INSET) / LETTER)
  const isWhole = name.length + percent.length + 1 <= room
  if (room < 4) return null
  return (
    <text className={styles.head} x={left + 1} y={top + HEAD - 5}>
      {isWhole || name.length <= room ? name : `${name.slice(0, room - 1)}…`}
      {isWhole && (
        <tspan className={change !== null && change < 0 ? styles.downWords : styles.upWords} dx={4}>
          {percent}
        </tspan>
      )}
    </text>
  )
}
