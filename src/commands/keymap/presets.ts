import type { KeptBinding, KeptSection } from '../../domain/shortcuts/shortcuts.ts'
import { defaultKeymap } from './default.ts'
import type { Keymap } from './keymap.ts'
import { isPrinting, partsOf, type Stroke } from './stroke.ts'

export interface Preset {
  readonly id: 'standard' | 'terminal' | 'alt'
  readonly title: string
  readonly detail: string
  readonly keymap: readonly KeptSection[]
}

/** The function keys of the exchanges' dealer terminals. */
const terminalKeymap: readonly KeptSection[] = [
  {
    when: 'signedIn',
    keys: {
      f3: ['view.open', { view: 'order-book' }],
      f4: ['view.open', { view: 'watchlist' }],
      f6: ['view.open', { view: 'trading-view' }],
      f7: ['view.open', { view: 'holdings' }],
      f8: ['view.open', { view: 'positions' }],
      f9: ['view.open', { view: 'markets' }],
    },
  },
  {
    when: 'signedIn && focus.instrument && view != markets && !typing && !dialog',
    keys: { f1: ['order.write', { side: 'buy' }], f2: ['order.write', { side: 'sell' }] },
  },
]

/** `g p` becomes `Alt g p`, so that no bare letter acts. */
const withAlt = (strokes: string): string => {
  const [first = '', ...rest] = strokes.split(' ')
  return [altOf(first), ...rest].join(' ')
}

const altOf = (stroke: Stroke): Stroke => {
  const parts = partsOf(stroke)
  return ['alt', ...parts].join('+')
}

const altKeymap = (): readonly KeptSection[] => {
  const sections: Keymap = defaultKeymap
  return sections.flatMap(({ when, keys }) => {
    const letters = Object.entries(keys).filter(([strokes]) => isPrinting(strokes.split(' ')[0] ?? ''))
    if (letters.length === 0) return []
    const moved = letters.flatMap(([strokes, binding]): readonly (readonly [string, KeptBinding])[] => [
      [strokes, null],
      [withAlt(strokes), binding as KeptBinding],
    ])
    return [{ ...(when === undefined ? {} : { when }), keys: Object.fromEntries(moved) }]
  })
}

export const presets: readonly Preset[] = [
  { id: 'standard', title: 'Standard', detail: 'The default shortcuts of the console', keymap: [] },
  {
    id: 'terminal',
    title: 'Function keys',
    detail: 'F1 buys, F2 sells, F3 orders, F4 watchlist, F6 chart, F8 positions, plus the default shortcuts',
    keymap: terminalKeymap,
  },
  {
    id: 'alt',
    title: 'No single letters',
    detail: 'Every letter moves under Alt: Alt x exits a position, Alt g p goes to the positions',
    keymap: altKeymap(),
  },
]

export const presetOf = (id: string): Preset | null => presets.find((one) => one.id === id) ?? null
