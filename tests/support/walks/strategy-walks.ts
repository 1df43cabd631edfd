import { refusedByConsole } from '../../../src/contract/api-error.ts'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { scanEditsMachine } from '../../../src/machines/scanners/scan-edits.ts'
import { scannerActsMachine } from '../../../src/machines/scanners/scanner-acts.ts'
import { rulePreviewMachine } from '../../../src/machines/strategies/editor/rule-preview.ts'
import { strategyEditorMachine } from '../../../src/machines/strategies/editor/strategy-editor.ts'
import { strategiesMachine } from '../../../src/machines/strategies/strategies.ts'
import { strategyActsMachine } from '../../../src/machines/strategies/strategy-acts.ts'
import { strategyPanelMachine } from '../../../src/machines/strategies/strategy-panel.ts'
import { usualQuery } from '../../../src/machines/strategies/strategy-query.ts'
import { rsiDip, strategiesPage, strategyEntry } from '../strategies.ts'
import { type Walk, walkOf } from './machine-paths.ts'

/** One row on each of three pages. */
const page = (number: number) => ({
  ...strategiesPage([strategyEntry(`S${number}`)]),
  currentPage: number,
  total: 3,
  totalPages: 3,
})

const done = { slug: 'eq-rsi-dip-1', algoUuid: 'u1', name: 'RSI dip', version: 1 }

const saved = { slug: 'eq-rsi-dip-1', algoUuid: 'u1', version: 1 }
const asked = { strategy: rsiDip, instrument: 'NSE_TCS' as InstrumentId, row: null } as const
const preview = {
  ...asked,
  source: 'simulated',
  days: 30,
  candles: emptyCandles(0),
  lines: [],
  isTrue: { times: 0, candles: 0 },
  candlesWithout: null,
  entry: [],
  exit: [],
  trades: [],
  notTraded: null,
} as const

export const strategyWalks: readonly Walk[] = [
  walkOf({
    machine: strategiesMachine,
    states: 8,
    transitions: 20,
    input: { isSample: false },
    events: [
      { type: 'strategies.begin' },
      { type: 'strategies.show', query: usualQuery, slug: null },
      { type: 'strategies.show', query: usualQuery, slug: 'eq-s3' },
      { type: 'strategies.hide' },
      { type: 'strategies.load' },
      { type: 'strategies.load', slug: 'eq-s3' },
      { type: 'strategies.more' },
      { type: 'strategies.changed' },
      { type: 'strategies.removed', slug: 'eq-s1' },
      { type: 'strategies.point', slug: 'eq-s1' },
      { type: 'session.ended' },
    ],
    answers: { loadPage: [page(1), page(2), page(3)] },
    project: ({ rows, page: at, isShown, isSought, isStale, rowsOf }) => [
      rows.length,
      at,
      isShown,
      isSought,
      isStale,
      rowsOf === null,
    ],
  }),
  walkOf({
    machine: strategyActsMachine,
    states: 3,
    transitions: 9,
    input: { createUuid: () => 'uuid' },
    events: [
      { type: 'strategy.save', strategy: rsiDip, of: null },
      { type: 'strategy.copy', strategy: 'eq-a', name: null },
      { type: 'strategy.delete', strategy: 'eq-a', isOnItsScreen: true },
      { type: 'strategy.undelete', deleted: null },
      { type: 'strategy.undelete', deleted: { algoUuid: 'u1', name: 'RSI dip' } },
      { type: 'strategy.restore', strategy: 'eq-a', version: 1, seen: 2 },
      { type: 'session.ended' },
    ],
    answers: { carryOut: [done] },
    project: ({ acts, unanswered, deleted }) => [
      Math.min(acts.length, 2),
      unanswered === null,
      deleted === null,
    ],
  }),
  walkOf({
    machine: scannerActsMachine,
    states: 3,
    transitions: 6,
    input: { createUuid: () => 'uuid' },
    events: [
      { type: 'scanner.act', act: { kind: 'copy', scanner: 'sc-a', name: null } },
      { type: 'scanner.act', act: { kind: 'delete', scanner: 'sc-a' } },
      { type: 'scanner.undelete' },
      { type: 'session.ended' },
    ],
    answers: {
      carryOut: [
        {
          said: { kind: 'success', text: 'done' },
          isLost: false,
          saved: { slug: 'sc-a', version: 1 },
          deleted: null,
        },
        { said: { kind: 'error', text: 'lost' }, isLost: true, saved: null, deleted: null },
      ],
    },
    project: ({ acts, unanswered, deleted }) => [
      Math.min(acts.length, 2),
      unanswered === null,
      deleted === null,
    ],
  }),
  walkOf({
    machine: scanEditsMachine,
    states: 3,
    transitions: 5,
    events: [
      { type: 'scanEdits.shown', shown: null },
      ...['close > 1', 'close > 2'].map((logic) => ({
        type: 'scanEdits.shown' as const,
        shown: {
          of: { slug: null },
          scan: { logic, universe: 'NIFTY50', interval: 'day' as const, moment: 'live' as const },
        },
      })),
      { type: 'scanEdits.undo' },
      { type: 'scanEdits.redo' },
    ],
    project: ({ of, history }) => [
      of === null,
      history?.draft.logic,
      Math.min(history?.past.length ?? 0, 1),
      Math.min(history?.future.length ?? 0, 1),
    ],
  }),
  walkOf({
    machine: strategyPanelMachine,
    states: 6,
    transitions: 10,
    events: [
      { type: 'panel.read', slug: 'eq-a' },
      { type: 'panel.set', isOpen: true },
      { type: 'panel.set', isOpen: false },
      { type: 'panel.show', slug: 'eq-a', version: 1 },
      { type: 'panel.show', slug: 'eq-b', version: 1 },
      { type: 'panel.leave' },
      { type: 'panel.retry' },
      { type: 'session.ended' },
    ],
    answers: { loadVersions: [[{ version: 1, savedAt: 1, changes: [] }]] },
    project: ({ isOpen, row, kept }) => [isOpen, row?.slug, kept.length],
  }),
  walkOf({
    machine: strategyEditorMachine,
    states: 11,
    transitions: 30,
    input: { createUuid: () => 'uuid' },
    events: [
      { type: 'editor.open', slug: null, category: 'equity', kept: null },
      { type: 'editor.open', slug: 'eq-rsi-dip-1', category: 'equity', kept: null },
      {
        type: 'editor.open',
        slug: 'eq-rsi-dip-1',
        category: 'equity',
        kept: { strategy: rsiDip, of: saved },
      },
      { type: 'editor.change', part: { algoName: 'Changed' }, group: 'name' },
      { type: 'editor.change', part: rsiDip, group: null },
      { type: 'editor.undo' },
      { type: 'editor.redo' },
      { type: 'editor.startOver' },
      { type: 'editor.save' },
      { type: 'editor.retry' },
      { type: 'editor.refresh', slug: 'eq-rsi-dip-1' },
      { type: 'editor.resolve', keep: 'mine' },
      { type: 'editor.resolve', keep: 'theirs' },
      { type: 'editor.resolve', keep: 'both' },
      { type: 'connection.back' },
      { type: 'session.ended' },
    ],
    answers: { load: [{ ...saved, strategy: rsiDip, isSample: false }], save: [{ ...saved, version: 2 }] },
    errors: {
      save: [
        refusedByConsole('VERSION_CONFLICT', 'Version 2 was saved', 409),
        refusedByConsole('NOT_FOUND', 'No such strategy', 404),
        refusedByConsole('CONFLICT', 'The name is taken', 409),
      ],
    },
    project: ({ slug, history: { draft }, saved: before, of, kept }) => [
      slug === null,
      of === null,
      kept === null,
      draft === before,
    ],
  }),
  walkOf({
    machine: rulePreviewMachine,
    states: 5,
    transitions: 10,
    events: [
      { type: 'preview.show', asked },
      { type: 'preview.show', asked: { ...asked, strategy: { ...rsiDip, entryLogic: 'rsi(14) < 20' } } },
      { type: 'preview.hide' },
      { type: 'preview.retry' },
      { type: 'session.ended' },
    ],
    answers: { compute: [preview] },
    project: ({ asked: wanted, running, preview: shown }) => [
      wanted?.strategy.entryLogic,
      wanted === running,
      shown === null,
    ],
  }),
]
