import { hierarchy } from '@visx/hierarchy'

export interface MapTile {
  readonly key: string
  readonly label: string
  readonly weight: number
}

export interface MapGroup {
  readonly name: string
  readonly tiles: readonly MapTile[]
}

export type Datum =
  | { readonly kind: 'root'; readonly children: readonly Datum[] }
  | { readonly kind: 'group'; readonly name: string; readonly children: readonly Datum[] }
  | { readonly kind: 'tile'; readonly tile: MapTile; readonly group: string }
  /** Tiles too small to be seen, as one. */
  | { readonly kind: 'rest'; readonly count: number; readonly group: string; readonly weight: number }

/** Square pixels, from which a tile can be seen and pressed. */
const TILE_MIN = 260

const childrenOf = ({ name, tiles }: MapGroup, pixelsPerWeight: number): readonly Datum[] => {
  const seen = tiles.filter(({ weight }) => weight * pixelsPerWeight >= TILE_MIN)
  const rest = tiles.slice(seen.length)
  const shown = seen.map((tile): Datum => ({ kind: 'tile', tile, group: name }))
  if (rest.length === 0) return shown
  const weight = rest.reduce((sum, tile) => sum + tile.weight, 0)
  return [...shown, { kind: 'rest', count: rest.length, group: name, weight }]
}

const weightOf = (datum: Datum): number => {
  if (datum.kind === 'tile') return datum.tile.weight
  return datum.kind === 'rest' ? datum.weight : 0
}

export const rootOf = (
  groups: readonly MapGroup[],
  { width, height }: { readonly width: number; readonly height: number },
) => {
  const total = groups.reduce((sum, { tiles }) => tiles.reduce((all, { weight }) => all + weight, sum), 0)
  if (total <= 0) return null
  const pixelsPerWeight = (width * height) / total
  const children = groups.map(
    (group): Datum => ({ kind: 'group', name: group.name, children: childrenOf(group, pixelsPerWeight) }),
  )
  return hierarchy<Datum>({ kind: 'root', children }, (datum) =>
    'children' in datum ? [...datum.children] : null,
  ).sum(weightOf)
}

export interface PlacedTile {
  readonly datum: Extract<Datum, { kind: 'tile' | 'rest' }>
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const centreOf = ({ left, top, width, height }: PlacedTile) => ({ x: left + width / 2, y: top + height / 2 })

/** Tiles aside count as further away than those ahead. */
const ASIDE = 2.5

/** The tile that an arrow key leads to; undefined for another key, the same at an edge. */
export const tileTowards = (tiles: readonly PlacedTile[], from: number, key: string): number | undefined => {
  const direction = directions[key]
  const here = tiles[from]
  if (direction === undefined || here === undefined) return undefined
  const [dx, dy] = direction
  const start = centreOf(here)
  let [best, nearest] = [from, Number.POSITIVE_INFINITY]
  tiles.forEach((tile, index) => {
    const { x, y } = centreOf(tile)
    const [ahead, aside] = dx === 0 ? [(y - start.y) * dy, x - start.x] : [(x - start.x) * dx, y - start.y]
    const distance = ahead + ASIDE * Math.abs(aside)
    if (index === from || ahead <= 1 || distance >= nearest) return
    best = index
    nearest = distance
  })
  return best
}
