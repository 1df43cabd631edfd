import { screens } from '../../domain/screens.ts'
import { drawKeys } from './draw-keys.ts'
import type { Binding, Keymap, KeymapSection } from './keymap.ts'

/** These keys work everywhere, also while typing, and cannot be rebound. */
export const panicKeys = { 'mod+shift+x': 'kill.pull' } as const satisfies KeymapSection['keys']

/** `g p` opens the positions. */
const screenKeys: Readonly<Record<string, Binding>> = Object.fromEntries(
  screens.flatMap((screen) =>
    'chord' in screen ? [[screen.chord, ['view.open', { view: screen.id }] satisfies Binding]] : [],
  ),
)

/** The list of messages listens for it itself, so it is not in the keymap. */
export const messagesKey = 'alt+t'

/**
 * Later sections win. `mod` is Cmd on a Mac, Ctrl elsewhere; a space separates the strokes of a chord.
 * Strokes that print a character never fire while typing or under a dialog, whatever their section says.
 */
export const defaultKeymap = [
  { keys: { 'mod+k': 'palette.toggle', ':': 'palette.open', '?': 'help.toggle' } },
  {
    // A second Esc on a trading screen must not open another screen.
    when: '!typing && !dialog && !palette && view != trading-view && view != markets',
    keys: { escape: 'view.back' },
  },
  {
    when: '!typing && !dialog && !palette && (notices.open || details.open)',
    keys: { escape: 'view.back' },
  },
  {
    when: 'signedIn && palette',
    keys: {
      'alt+p': 'pin.set',
      'alt+shift+1': ['pin.set', { digit: 1 }],
      'alt+shift+2': ['pin.set', { digit: 2 }],
      'alt+shift+3': ['pin.set', { digit: 3 }],
      'alt+shift+4': ['pin.set', { digit: 4 }],
      'alt+shift+5': ['pin.set', { digit: 5 }],
      'alt+shift+6': ['pin.set', { digit: 6 }],
      'alt+shift+7': ['pin.set', { digit: 7 }],
      'alt+shift+8': ['pin.set', { digit: 8 }],
      'alt+shift+9': ['pin.set', { digit: 9 }],
    },
  },
  {
    when: 'signedIn',
    keys: {
      ...screenKeys,
      'g i': 'import.open',
      'shift+n': 'notices.toggle',
    },
  },
  { when: 'signedIn && !typing && !dialog', keys: { 'mod+z': 'savedRuns.undoDelete' } },
  {
    when: 'signedIn && (notices.open || view == notifications) && !typing && !dialog',
    keys: { r: 'notices.readAll' },
  },
  {
    when: 'signedIn && view == home && !typing && !dialog',
    keys: { b: 'order.buy', s: 'order.sell', 'shift+x': 'positions.exitAll' },
  },
  {
    when: 'signedIn && focus.instrument && !dialog && !palette',
    keys: { 'alt+a': 'alert.price', 'alt+g': 'gtt.write' },
  },
  {
    when: 'signedIn && focus.instrument && view != markets && !typing && !dialog',
    keys: {
      c: 'chart.open',
      a: 'watch.add',
      b: ['order.write', { side: 'buy' }],
      s: ['order.write', { side: 'sell' }],
      o: 'chain.open',
    },
  },
  {
    when: 'signedIn && view == dashboard && !typing && !dialog',
    keys: {
      '[': ['dashboard.step', { by: -1 }],
      ']': ['dashboard.step', { by: 1 }],
      y: 'parity.open',
    },
  },
  {
    when: 'signedIn && view == intro && !typing && !dialog',
    keys: {
      '[': ['intro.step', { by: -1 }],
      ']': ['intro.step', { by: 1 }],
      t: 'tour.begin',
      s: 'samples.copy',
    },
  },
  {
    when: 'signedIn && view == trainer && !typing && !dialog',
    keys: { r: 'trainer.again' },
  },
  {
    when: 'signedIn && view == drills && !typing && !dialog',
    keys: { x: 'drill.end' },
  },
  {
    when: 'signedIn && view == journal && !typing && !dialog',
    keys: {
      '[': ['journal.step', { by: -1 }],
      ']': ['journal.step', { by: 1 }],
      u: 'journal.untagged',
      e: 'table.export',
      '0': 'journal.whole',
      ',': ['scrub.step', { by: -1 }],
      '.': ['scrub.step', { by: 1 }],
      '<': ['scrub.trade', { by: -1 }],
      '>': ['scrub.trade', { by: 1 }],
      p: 'scrub.play',
      'shift+p': 'scrub.speed',
      'shift+o': 'scrub.chain',
      'mod+z': 'journal.undo',
      'mod+shift+z': 'journal.redo',
    },
  },
  {
    when: 'signedIn && view == journal && focus.kind == trip && !typing && !dialog',
    keys: {
      '1': ['trip.rate', { rating: 1 }],
      '2': ['trip.rate', { rating: 2 }],
      '3': ['trip.rate', { rating: 3 }],
      '4': ['trip.rate', { rating: 4 }],
      '5': ['trip.rate', { rating: 5 }],
      '#': 'trip.tag',
      '!': 'trip.mistake',
      m: 'trip.writeNote',
    },
  },
  {
    when: 'signedIn && view == funds && !typing && !dialog',
    keys: {
      '[': ['funds.step', { by: -1 }],
      ']': ['funds.step', { by: 1 }],
      e: 'table.export',
    },
  },
  {
    when: 'signedIn && view == watchlist && !typing && !dialog',
    keys: { '[': ['watch.step', { by: -1 }], ']': ['watch.step', { by: 1 }], 'mod+z': 'watch.undo' },
  },
  {
    when: 'signedIn && focus.kind == watch && !typing && !dialog',
    keys: { backspace: 'watch.remove', delete: 'watch.remove' },
  },
  {
    when: 'signedIn && view == order-book && !typing && !dialog',
    keys: { 'shift+backspace': 'orders.cancelAll', 'shift+delete': 'orders.cancelAll' },
  },
  {
    when: 'signedIn && focus.kind == order && !typing && !dialog',
    keys: { '.': 'order.repeat', 'shift+enter': 'order.details' },
  },
  {
    when: 'signedIn && focus.kind == order && focus.isOpen && !typing && !dialog',
    keys: { m: 'order.modify', backspace: 'order.cancel', delete: 'order.cancel' },
  },
  {
    when: 'signedIn && focus.kind == gtt && focus.isOpen && !typing && !dialog',
    keys: { m: 'gtt.rewrite', backspace: 'gtt.cancel', delete: 'gtt.cancel' },
  },
  {
    when: 'signedIn && view == positions && !typing && !dialog',
    keys: { 'shift+d': 'positions.exitLosers', 'shift+g': 'positions.group' },
  },
  {
    when: 'signedIn && view == positions && focus.kind == position && !typing && !dialog',
    keys: {
      '5': ['position.exit', { quantity: { kind: 'percent', percent: 50 } }],
      '1': ['position.exit', { quantity: { kind: 'lots', lots: 1 } }],
      'shift+r': 'position.reverse',
    },
  },
  {
    when: 'signedIn && (view == positions || view == markets) && !typing && !dialog',
    keys: { 'shift+x': 'positions.exitAll' },
  },
  {
    when: 'signedIn && focus.kind == position && !typing && !dialog',
    keys: { x: 'position.exit', '+': 'position.add', 'shift+o': 'position.roll' },
  },
  {
    when: 'signedIn && view == order-window && !typing && !dialog',
    keys: {
      'mod+z': 'basket.undo',
      'mod+enter': 'basket.place',
      '[': ['basket.day', { by: -1 }],
      ']': ['basket.day', { by: 1 }],
    },
  },
  {
    when: 'signedIn && view == order-window && basket.confirming && !typing && !dialog',
    keys: { 'mod+enter': 'basket.confirm' },
  },
  {
    when: 'signedIn && view == order-window && focus.kind == leg && !typing && !dialog',
    keys: {
      backspace: 'basket.remove',
      delete: 'basket.remove',
      '-': ['basket.strike', { by: -1 }],
      '+': ['basket.strike', { by: 1 }],
      '{': ['basket.expiry', { by: -1 }],
      '}': ['basket.expiry', { by: 1 }],
    },
  },
  {
    when: 'signedIn && (view == markets || view == option-chain) && !typing && !dialog',
    keys: {
      b: 'scalper.buy',
      s: 'scalper.sell',
      '[': ['scalper.strike', { by: -1 }],
      ']': ['scalper.strike', { by: 1 }],
      '{': ['scalper.expiry', { by: -1 }],
      '}': ['scalper.expiry', { by: 1 }],
      '\\': 'scalper.atm',
      'shift+c': 'chain.columns',
    },
  },
  {
    when: 'signedIn && view == option-chain && !typing && !dialog',
    keys: {
      'mod+b': 'chain.basket',
      'shift+s': 'chain.straddle',
      1: ['scalper.setLots', { lots: 1 }],
      2: ['scalper.setLots', { lots: 2 }],
      3: ['scalper.setLots', { lots: 3 }],
      4: ['scalper.setLots', { lots: 4 }],
      5: ['scalper.setLots', { lots: 5 }],
      6: ['scalper.setLots', { lots: 6 }],
      7: ['scalper.setLots', { lots: 7 }],
      8: ['scalper.setLots', { lots: 8 }],
      9: ['scalper.setLots', { lots: 9 }],
    },
  },
  {
    when: 'signedIn && view == markets && !typing && !dialog',
    keys: {
      a: 'arming.toggle',
      c: ['scalper.side', { side: 'CE' }],
      p: ['scalper.side', { side: 'PE' }],
    },
  },
  {
    when: 'signedIn && view == markets && armed && !typing && !dialog',
    keys: {
      f: 'scalper.flatten',
      up: ['scalper.lots', { by: 1 }],
      down: ['scalper.lots', { by: -1 }],
      escape: 'arming.toggle',
    },
  },
  {
    when: 'signedIn && view == trading-view && armed && !drawing.tool && !drawing.selected && !typing && !dialog',
    keys: { escape: 'arming.toggle' },
  },
  {
    when: 'signedIn && view == trading-view && !typing && !dialog',
    keys: {
      'shift+t': 'arming.toggle',
      ...drawKeys,
      '|': 'layout.count',
      '.': ['layout.step', { by: 1 }],
      ',': ['layout.step', { by: -1 }],
      z: 'layout.maximise',
      'shift+c': 'chart.compare',
      'shift+r': 'chart.replay',
      'alt+s': 'chart.picture',
      '}': ['chart.pane', { act: 'next' }],
      '{': ['chart.pane', { act: 'previous' }],
      'alt+pageup': ['chart.pane', { act: 'taller' }],
      'alt+pagedown': ['chart.pane', { act: 'shorter' }],
      'alt+shift+pageup': ['chart.pane', { act: 'up' }],
      'alt+shift+pagedown': ['chart.pane', { act: 'down' }],
      'shift+k': 'layout.link',
      'shift+l': 'layout.choose',
      'd z': 'drawings.hide',
      'd w': 'drawings.snap',
      ']': 'drawing.next',
      '[': 'drawing.previous',
      'mod+z': 'drawing.undo',
      'mod+shift+z': 'drawing.redo',
      'mod+y': 'drawing.redo',
    },
  },
  {
    when: 'signedIn && view == trading-view && chart.replaying && !typing && !dialog',
    keys: {
      '.': ['replay.step', { by: 1 }],
      ',': ['replay.step', { by: -1 }],
      p: 'replay.play',
      'shift+p': 'replay.pace',
      escape: 'replay.end',
    },
  },
  {
    when: 'signedIn && view == trading-view && (drawing.tool || drawing.selected) && !typing && !dialog',
    keys: { escape: 'drawing.cancel' },
  },
  {
    when: 'signedIn && view == trading-view && drawing.selected && !typing && !dialog',
    keys: {
      backspace: 'drawing.remove',
      delete: 'drawing.remove',
      c: 'drawing.colour',
      w: 'drawing.width',
      e: 'drawing.extend',
      l: 'drawing.lock',
      h: 'drawing.hide',
      'shift+a': 'drawing.alert',
    },
  },
  {
    when: 'signedIn && view == trading-view && (drawing.selected == text || drawing.selected == callout) && !typing && !dialog',
    keys: { enter: 'drawing.edit' },
  },
  {
    when: 'signedIn && view == trading-view && (drawing.selected == long || drawing.selected == short) && !typing && !dialog',
    keys: { enter: 'drawing.trade' },
  },
  { when: 'signedIn && view == backtest && backtest.running', keys: { x: 'backtest.cancel' } },
  {
    when: 'signedIn && view == sweep && sweep.running && !typing && !dialog && !palette',
    keys: { escape: 'sweep.cancel', c: 'sweep.cancel', x: 'sweep.cancel' },
  },
  { when: 'signedIn && view == sweep && sweep.done && !typing && !dialog', keys: { o: 'sweep.open' } },
  {
    when: 'signedIn && view == backtest && focus.kind == symbol && !typing && !dialog',
    keys: { r: 'backtest.retry', s: 'backtest.saveAgain' },
  },
  {
    when: 'signedIn && view == backtest && (focus.kind == trade || trade.open) && !typing && !dialog',
    keys: { y: 'trade.why', c: 'trade.chart' },
  },
  {
    when: 'signedIn && view == backtest && trade.open && !typing && !dialog',
    keys: { ']': ['trade.step', { by: 1 }], '[': ['trade.step', { by: -1 }] },
  },
  {
    when: 'signedIn && view == backtest && backtest.report',
    keys: { 'shift+r': 'backtest.resume', 'shift+e': 'report.export' },
  },
  {
    when: 'signedIn && view == backtest && backtest.report && !typing && !dialog',
    keys: { '=': 'backtest.compare' },
  },
  {
    when: 'signedIn && focus.kind == run && !typing && !dialog',
    keys: { backspace: 'savedRuns.delete', delete: 'savedRuns.delete', 'shift+r': 'backtest.resume' },
  },
  {
    when: 'signedIn && view == backtest && backtest.report && !dialog',
    keys: { 'mod+s': 'strategy.saveRun' },
  },
  {
    when: 'signedIn && (view == my-strategies || view == discover-strategies) && !typing && !dialog',
    keys: {
      1: ['view.open', { view: 'my-strategies' }],
      2: ['view.open', { view: 'discover-strategies' }],
      'n e': ['strategy.new', { category: 'equity' }],
      'n o': ['strategy.new', { category: 'options' }],
    },
  },
  {
    when: 'signedIn && focus.kind == strategy && view != trading-view && !typing && !dialog',
    keys: { b: 'strategy.backtest', c: 'strategy.copy', d: 'deployment.deploy', e: 'strategy.edit' },
  },
  {
    when: 'signedIn && strategy.editing && !dialog',
    keys: { 'mod+s': 'strategy.save', 'mod+enter': 'strategy.test' },
  },
  {
    when: 'signedIn && strategy.editing && view != trading-view && !typing && !dialog',
    keys: {
      'mod+z': 'strategy.undo',
      'mod+shift+z': 'strategy.redo',
      'mod+y': 'strategy.redo',
      d: 'deployment.deploy',
      s: 'scan.draft',
    },
  },
  {
    when: 'signedIn && view == my-strategies && !typing && !dialog',
    keys: { 'mod+z': 'strategy.undelete' },
  },
  {
    when: 'signedIn && view == my-strategies && focus.kind == strategy && !typing && !dialog',
    keys: { backspace: 'strategy.delete', delete: 'strategy.delete' },
  },
  {
    when: 'signedIn && view == live-trades && !typing && !dialog',
    keys: {
      1: ['deployment.tab', { type: 'live' }],
      2: ['deployment.tab', { type: 'auto' }],
      3: ['deployment.tab', { type: 'paper' }],
      d: 'deployment.deploy',
      v: 'deployment.checks',
      'shift+s': 'deployment.stopAll',
    },
  },
  {
    when: 'signedIn && view == live-trades && focus.kind == deployment && !typing && !dialog',
    keys: { s: 'deployment.stop', x: 'deployment.stopAndExit', p: 'deployment.pause', y: 'parity.open' },
  },
  {
    when: 'signedIn && view == live-trades && focus.kind == deployment && deployment.status == paused && !typing && !dialog',
    keys: { p: 'deployment.resume' },
  },
  {
    when: 'signedIn && view == parity && !typing && !dialog',
    keys: {
      '[': ['parity.day', { by: -1 }],
      ']': ['parity.day', { by: 1 }],
      1: ['parity.step', { step: 'signals' }],
      2: ['parity.step', { step: 'prices' }],
      3: ['parity.step', { step: 'quantities' }],
      4: ['parity.step', { step: 'charges' }],
      d: 'parity.differences',
      e: 'table.export',
    },
  },
  {
    when: 'signedIn && view == parity && focus.kind == deployment && !typing && !dialog',
    keys: { l: 'deployment.log', enter: 'parity.candle' },
  },
  {
    when: 'signedIn && view == proposals && focus.kind == proposal && !typing && !dialog',
    keys: { enter: 'proposal.enter', e: 'proposal.edit', x: 'proposal.drop', 'shift+x': 'proposal.dropAll' },
  },
  {
    when: 'signedIn && (view == my-scanners || view == discover-scanners || view == live-alerts) && !typing && !dialog',
    keys: {
      1: ['view.open', { view: 'my-scanners' }],
      2: ['view.open', { view: 'discover-scanners' }],
      3: ['view.open', { view: 'live-alerts' }],
    },
  },
  {
    when: 'signedIn && focus.kind == scanner && !typing && !dialog',
    keys: { c: 'scanner.copy', 'shift+a': 'alert.scanner' },
  },
  {
    when: 'signedIn && view == my-scanners && !typing && !dialog',
    keys: { 'mod+z': 'scanner.undelete' },
  },
  {
    when: 'signedIn && view == my-scanners && focus.kind == scanner && !typing && !dialog',
    keys: { backspace: 'scanner.delete', delete: 'scanner.delete' },
  },
  {
    when: 'signedIn && view == live-alerts && !typing && !dialog',
    keys: { 'shift+s': 'alert.stopAll', 'shift+m': 'sound.set' },
  },
  {
    when: 'signedIn && focus.kind == alert && !typing && !dialog',
    keys: { s: 'alert.stop', e: 'alert.rule', m: 'alert.sound' },
  },
  {
    when: 'signedIn && scan.shown && !dialog',
    keys: { 'mod+enter': 'scan.again', 'mod+s': 'scanner.save' },
  },
  {
    when: 'signedIn && scan.shown && !scanner.editing && !dialog',
    keys: { 'mod+/': 'scan.edit' },
  },
  {
    when: 'signedIn && scanner.editing && !typing && !dialog',
    keys: { 'mod+z': 'scanner.undo', 'mod+shift+z': 'scanner.redo', 'mod+y': 'scanner.redo' },
  },
  {
    when: 'signedIn && scan.shown && !typing && !dialog',
    keys: {
      'shift+a': 'alert.toggle',
      1: ['scan.tab', { tab: 'found' }],
      2: ['scan.tab', { tab: 'misses' }],
      3: ['scan.tab', { tab: 'unknown' }],
      4: ['scan.tab', { tab: 'history' }],
      l: 'scan.moment',
      e: 'table.export',
      w: 'watch.add',
      y: 'scan.why',
    },
  },
  { when: 'signedIn && deploy.open', keys: { 'mod+enter': 'deploy.send' } },
] satisfies Keymap
