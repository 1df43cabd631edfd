import { noPractice } from '../../../src/domain/learning/practice.ts'
import { epochMs } from '../../../src/domain/time.ts'
import { holidayImportMachine } from '../../../src/machines/calendar/holidays.ts'
import { recentsMachine } from '../../../src/machines/instruments/recents.ts'
import { firstStepsMachine } from '../../../src/machines/learning/first-steps.ts'
import { trainerMachine } from '../../../src/machines/learning/trainer.ts'
import { noticePanelMachine } from '../../../src/machines/notifications/notice-panel.ts'
import { notificationStreamMachine } from '../../../src/machines/notifications/notification-stream.ts'
import { killIntentMachine } from '../../../src/machines/orders/kill-intent.ts'
import { authMachine } from '../../../src/machines/session/auth.ts'
import { helpMachine } from '../../../src/machines/shell/help.ts'
import { navigationMachine } from '../../../src/machines/shell/navigation.ts'
import { createPaletteMachine } from '../../../src/machines/shell/palette.ts'
import { defaultPreferences, preferencesMachine } from '../../../src/machines/shell/preferences.ts'
import { tablesMachine } from '../../../src/machines/shell/tables.ts'
import { chordMachine } from '../../../src/machines/shortcuts/chord.ts'
import { notification } from '../server/live.ts'
import type { Walk } from './machine-paths.ts'

const now = () => epochMs(1_760_000_000_000)

const user = {
  userUuid: 'u',
  userName: 'asha',
  userBrokerId: 'PAPER-1',
  book: 'virtual',
  mustChangePassword: false,
  sessionEndsAt: 1_760_034_600_000,
}

export const pageWalks: readonly Walk[] = [
  {
    machine: authMachine,
    states: 12,
    transitions: 24,
    input: { now },
    events: [
      { type: 'auth.signIn', userName: 'asha', password: 'a long pass phrase' },
      { type: 'auth.signOut' },
      { type: 'auth.retry' },
      { type: 'auth.reset' },
      { type: 'auth.expired' },
      { type: 'auth.renewed' },
      { type: 'auth.otherTabSignedIn' },
      { type: 'auth.otherTabSignedOut' },
      { type: 'auth.changeSeen' },
    ],
    answers: {
      findToken: [true, false],
      login: [undefined],
      fetchUser: [
        { user, notificationCount: null },
        { user: { ...user, mustChangePassword: true }, notificationCount: null },
      ],
      logout: [undefined],
    },
  },
  {
    machine: killIntentMachine,
    states: 1,
    transitions: 3,
    input: { owed: null },
    events: [
      { type: 'intent.user', user },
      { type: 'intent.user', user: { userUuid: 'v', userName: 'ravi' } },
      { type: 'intent.keep' },
      { type: 'intent.drop' },
    ],
    project: ({ user: signedIn, owed }) => [signedIn?.userUuid, owed?.userUuid],
  },
  {
    machine: chordMachine,
    states: 5,
    transitions: 4,
    events: [{ type: 'chord.stroke', strokes: ['g'], hints: [] }, { type: 'chord.end' }],
  },
  {
    machine: tablesMachine,
    states: 2,
    transitions: 3,
    events: [{ type: 'report.export' }, { type: 'table.export' }, { type: 'table.edit', key: 'an order' }],
  },
  {
    machine: helpMachine,
    states: 3,
    transitions: 3,
    events: [{ type: 'help.toggle' }, { type: 'help.close' }],
  },
  {
    machine: notificationStreamMachine,
    states: 14,
    transitions: 51,
    input: { random: () => 0.5 },
    events: [
      { type: 'stream.connect' },
      { type: 'stream.retry' },
      { type: 'notices.reload' },
      { type: 'leader.elected' },
      { type: 'page.slept' },
      { type: 'network.back' },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
      { type: 'stream.opened' },
      { type: 'stream.closed' },
      { type: 'stream.crowded' },
      { type: 'stream.notice', notice: notification('one') },
      { type: 'stream.order', order: { orderId: '1' } },
      { type: 'stream.positions', syms: ['NSE_INFY'] },
      { type: 'stream.calendar' },
      { type: 'stream.deployments', change: { deploymentUuid: 'd1', type: 'live', proposals: true } },
      { type: 'tabs.notices', notices: [notification('two')], isWhole: true },
      { type: 'tabs.order', order: { orderId: '1' } },
      { type: 'tabs.positions', syms: ['NSE_INFY'] },
      { type: 'tabs.calendar' },
      { type: 'tabs.deployments', change: { deploymentUuid: 'd1', type: 'live', proposals: true } },
      { type: 'tabs.told', uuids: ['two'] },
      { type: 'notices.marked', notices: ['two'] },
      { type: 'tabs.marked', notices: null },
      { type: 'tabs.stream', state: 'gaveUp' },
      { type: 'tabs.retry' },
    ],
    answers: { loadNewest: [[]], fillGap: [[notification('one')]], stream: [] },
    project: ({ isLeader, tries }) => [isLeader, tries],
  },
  {
    machine: navigationMachine,
    states: 2,
    transitions: 5,
    input: { path: '/' },
    events: [
      { type: 'view.open', path: '/backtest' },
      { type: 'view.open', path: 'https://elsewhere.example/' },
      { type: 'view.replace', path: '/settings' },
      { type: 'view.moved', path: '/holdings' },
      { type: 'view.back' },
    ],
    project: ({ path, depth }) => [path, Math.min(depth, 2)],
  },
  {
    machine: preferencesMachine,
    states: 2,
    transitions: 3,
    input: { preferences: defaultPreferences },
    events: [
      { type: 'theme.set', theme: 'toggle' },
      { type: 'preference.set', name: 'slippageBps', value: 5 },
      { type: 'preference.set', name: 'slippageBps', value: 'much' },
      { type: 'preferences.changedElsewhere', preferences: defaultPreferences },
    ],
    project: (context) => context,
  },
  {
    machine: recentsMachine,
    states: 2,
    transitions: 4,
    input: { items: [] },
    events: [
      { type: 'recents.visit', item: { slug: 'one', name: 'One', kind: 'backtest', at: 1 } },
      { type: 'recents.forget', slug: 'one' },
      { type: 'recents.replace', items: [] },
      { type: 'session.ended' },
    ],
    project: (context) => context,
  },
  {
    machine: createPaletteMachine<string>(),
    states: 14,
    transitions: 39,
    input: { history: ['bt one', 'bt two'], usage: {} },
    events: [
      { type: 'palette.toggle' },
      { type: 'palette.open' },
      { type: 'palette.open', line: 'bt ' },
      { type: 'palette.close' },
      { type: 'palette.type', line: 'bt x', caret: 4 },
      { type: 'palette.choose', row: 1 },
      { type: 'palette.choose', row: 2, keepsPreview: true },
      { type: 'palette.older' },
      { type: 'palette.newer' },
      { type: 'palette.answer', text: '3' },
      { type: 'palette.enter' },
      ...(['none', 'confirm', 'type'] as const).map((danger) => ({
        type: 'palette.enter',
        act: { rowId: danger, call: 'call', title: 'Do it', danger, answer: '3', reason: null, orders: [] },
      })),
      {
        type: 'palette.enter',
        act: {
          ...{ rowId: 'confirm', call: 'call', title: 'Do it', danger: 'confirm' },
          ...{ answer: '3', reason: null, orders: [], isOfControl: true },
        },
      },
      { type: 'palette.refresh' },
      { type: 'palette.remember', history: ['bt one', 'bt two'], usage: {} },
      { type: 'session.ended' },
    ],
    answers: {
      preview: [null, { kind: 'orders' }, { kind: 'scan', result: { loading: 1 } }],
      run: [undefined],
    },
    project: ({ line, historyIndex, act, typedAnswer, message, preview, previewMessage, next }) => [
      line,
      historyIndex,
      act,
      typedAnswer,
      message,
      preview,
      previewMessage,
      next === null,
    ],
  },
  {
    machine: holidayImportMachine,
    states: 7,
    transitions: 12,
    events: [
      { type: 'holidays.choose', file: 'nse.csv', text: '2027-01-26' },
      { type: 'holidays.builtIn', year: 2027 },
      { type: 'holidays.confirm' },
      { type: 'holidays.cancel' },
      { type: 'session.ended' },
    ],
    answers: {
      read: [
        { preview: 'one', years: [2027], changes: [], expiries: [], badRows: [], remarks: [], refusal: null },
      ],
      change: [{ version: 'two', years: [] }],
    },
    project: ({ source, preview, message }) => [source, preview, message],
  },
  {
    machine: noticePanelMachine,
    states: 7,
    transitions: 11,
    events: [
      { type: 'notices.toggle' },
      { type: 'notices.close' },
      { type: 'notices.tab', tab: 'auto' },
      { type: 'notices.read', notices: ['one'] },
      { type: 'notices.readAll' },
      { type: 'session.ended' },
    ],
    answers: { mark: [null] },
    project: ({ tab, toMark }) => [tab, Math.min(toMark.length, 2)],
  },
  {
    machine: firstStepsMachine,
    states: 4,
    transitions: 10,
    input: { now },
    events: [
      { type: 'steps.restore', done: ['order.buy'], tour: null },
      {
        type: 'steps.restore',
        done: [],
        tour: { startedAt: 1, doneAt: {}, skipped: ['order'] },
      },
      { type: 'steps.did', what: 'order.buy' },
      { type: 'tour.begin' },
      { type: 'tour.did', step: 'order' },
      { type: 'tour.did', step: 'backtest' },
      { type: 'tour.did', step: 'scan' },
      { type: 'tour.skip' },
      { type: 'tour.stop' },
      { type: 'session.ended' },
    ],
    project: ({ done, tour }) => [done.length, tour?.doneAt, tour?.skipped],
  },
  {
    machine: trainerMachine,
    states: 6,
    transitions: 10,
    input: { now },
    events: [
      { type: 'drill.restore', practice: noPractice, clicks: {} },
      { type: 'drill.offer', drills: ['buy 10 infy'] },
      { type: 'drill.ask', drill: 'buy 10 infy' },
      { type: 'drill.hint' },
      { type: 'drill.wrong', message: 'That would be another thing' },
      { type: 'drill.right', keys: 12 },
      { type: 'drill.clicked', call: 'view.open {"view":"positions"}' },
      { type: 'drill.stop' },
      { type: 'session.ended' },
    ],
    project: ({ drill, isHinted, answer, message }) => [drill, isHinted, answer !== null, message],
  },
]
