import type { Keymap } from './keymap.ts'

/**
 * Sections further down win. `mod` is Cmd on a Mac, Ctrl elsewhere; a space parts the strokes of a chord. Strokes that
 * print a character never fire while typing or under a dialog, whatever their section says.
 */
export const defaultKeymap = [
  { keys: { 'mod+k': 'palette.toggle', ':': 'palette.open', '?': 'help.toggle' } },
  { when: '!typing && !dialog && !palette', keys: { escape: 'view.back' } },
  {
    when: 'signedIn',
    keys: {
      'g h': ['view.open', { view: 'home' }],
      'g m': ['view.open', { view: 'markets' }],
      'g s': ['view.open', { view: 'discover-strategies' }],
      'g e': ['view.open', { view: 'equity-trader' }],
      'g o': ['view.open', { view: 'options-trader' }],
      'g l': ['view.open', { view: 'live-trades' }],
      'g c': ['view.open', { view: 'discover-scanners' }],
      'g a': ['view.open', { view: 'live-alerts' }],
      'g p': ['view.open', { view: 'positions' }],
      'g b': ['view.open', { view: 'order-book' }],
      'g d': ['view.open', { view: 'holdings' }],
      'g n': ['view.open', { view: 'notifications' }],
      'g w': ['view.open', { view: 'watchlist' }],
      'g t': ['view.open', { view: 'backtest' }],
      'g i': 'import.open',
      'g ,': ['view.open', { view: 'settings' }],
      'n c': ['view.open', { view: 'create-scanner' }],
    },
  },
  { when: 'signedIn && view == backtest && backtest.running', keys: { x: 'backtest.cancel' } },
  {
    when: 'signedIn && view == backtest && focus.kind == symbol && !typing && !dialog',
    keys: { r: 'backtest.retry', s: 'backtest.saveAgain' },
  },
  {
    when: 'signedIn && focus.kind == run && !typing && !dialog',
    keys: { backspace: 'savedRuns.delete', delete: 'savedRuns.delete' },
  },
  { when: 'signedIn && !typing && !dialog', keys: { 'mod+z': 'savedRuns.undoDelete' } },
] satisfies Keymap
