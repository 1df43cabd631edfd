import type { IstDate } from '../../../src/domain/time.ts'
import { deployFormMachine } from '../../../src/machines/deployments/deploy-form.ts'
import { deploymentActsMachine } from '../../../src/machines/deployments/deployment-acts.ts'
import { deploymentLogMachine, LOG_PAGE } from '../../../src/machines/deployments/deployment-log.ts'
import { deploymentsMachine } from '../../../src/machines/deployments/deployments.ts'
import { parityMachine } from '../../../src/machines/deployments/parity.ts'
import { proposalsMachine } from '../../../src/machines/deployments/proposals.ts'
import { deploymentOf, logLine } from '../deployments.ts'
import { parityOn } from '../parity.ts'
import { priced, proposal, uuid } from '../proposals.ts'
import { rsiDip } from '../strategies.ts'
import { type Walk, walkOf } from './machine-paths.ts'

const acted = { key: uuid(1), name: 'RSI dip', type: 'paper' } as const
const opening = { strategy: 'eq-rsi-dip-1', version: null, preset: {} }
const limits = { lossPerDay: 6_000, entriesPerDay: null, lossesInARow: null, capital: null }
const loaded = {
  slug: 'eq-rsi-dip-1',
  version: 7,
  latestVersion: 7,
  isSample: false,
  strategy: rsiDip,
  usualType: 'paper',
} as const
const page = (newest: number) => Array.from({ length: LOG_PAGE }, (_, row) => logLine(newest - row, '10:00'))

const day = '2026-11-23' as IstDate
const compared = { deploymentUuid: uuid(1), day }

export const deploymentWalks: readonly Walk[] = [
  walkOf({
    machine: parityMachine,
    states: 5,
    transitions: 12,
    events: [
      { type: 'parity.show', subject: compared, today: day },
      { type: 'parity.show', subject: { ...compared, day: '2026-11-20' as IstDate }, today: day },
      { type: 'parity.hide' },
      { type: 'parity.day', by: 1 },
      { type: 'parity.day', by: -1 },
      { type: 'parity.step', step: 'signals' },
      { type: 'parity.differences' },
      { type: 'parity.candle' },
      { type: 'parity.retry' },
      { type: 'session.ended' },
    ],
    answers: { compare: [parityOn(compared, { isProvisional: true }), parityOn(compared)] },
    project: ({ subject, report, step, isOnlyDifferences }) => [
      subject?.day ?? null,
      report?.isProvisional ?? null,
      step,
      isOnlyDifferences,
    ],
  }),
  walkOf({
    machine: deploymentsMachine,
    states: 12,
    transitions: 22,
    events: [
      { type: 'deployments.begin', tab: 'auto' },
      { type: 'deployments.show', tab: 'paper', key: uuid(1) },
      { type: 'deployments.show', tab: null, key: null },
      { type: 'deployments.hide' },
      { type: 'deployments.load' },
      { type: 'deployments.changed', of: 'paper' },
      { type: 'deployments.point', key: uuid(1) },
      { type: 'deployments.filter', text: 'rsi' },
      { type: 'page.shown' },
      { type: 'page.hidden' },
      { type: 'session.ended' },
    ],
    answers: {
      loadList: [{ rows: [deploymentOf('RSI dip', { type: 'paper', deploymentUuid: uuid(1) })], at: 1 }],
    },
    project: ({ tab, lists, isShown, isPageVisible, toLoad, changed }) => [
      tab,
      lists.paper === null,
      isShown,
      isPageVisible,
      Math.min(toLoad.length, 2),
      changed.length > 0,
    ],
  }),
  walkOf({
    machine: deploymentLogMachine,
    states: 8,
    transitions: 16,
    events: [
      { type: 'log.show', key: uuid(1) },
      { type: 'log.show', key: uuid(2) },
      { type: 'log.hide' },
      { type: 'log.more' },
      { type: 'log.retry' },
      { type: 'log.checks' },
      { type: 'log.changed', key: uuid(1) },
      { type: 'session.ended' },
    ],
    answers: { loadPage: [page(300), [logLine(1, '09:20')]] },
    project: ({ key, hasMore, isChanged, lines }) => [key, hasMore, isChanged, lines.length > 0],
  }),
  walkOf({
    machine: deploymentActsMachine,
    states: 3,
    transitions: 5,
    events: [
      { type: 'deployment.act', kind: 'pause', deployments: [acted] },
      { type: 'deployment.act', kind: 'resume', deployments: [acted] },
      { type: 'deployment.act', kind: 'stop', deployments: [acted] },
      { type: 'deployment.act', kind: 'stopAndExit', deployments: [acted, { ...acted, key: uuid(2) }] },
      { type: 'session.ended' },
    ],
    answers: { carryOut: [[]] },
    project: ({ acts, failed }) => [Math.min(acts.length, 3), acts[0]?.kind, Object.keys(failed).length > 0],
  }),
  walkOf({
    machine: deployFormMachine,
    states: 8,
    transitions: 20,
    input: { createUuid: () => uuid(1) },
    events: [
      { type: 'deploy.open', ...opening },
      { type: 'deploy.open', ...opening, preset: { type: 'auto', limits: { lossPerDay: 6_000 } } },
      { type: 'deploy.change', part: { type: 'live' } },
      { type: 'deploy.change', part: { type: 'auto', limits } },
      { type: 'deploy.change', part: { segSyms: [] } },
      { type: 'deploy.send' },
      { type: 'deploy.confirm' },
      { type: 'deploy.back' },
      { type: 'deploy.close' },
      { type: 'deploy.retry' },
      { type: 'session.ended' },
    ],
    answers: { load: [loaded], deploy: [{ deploymentUuid: uuid(1) }] },
    project: ({ draft, kept, isChecked, unanswered }) => [
      draft?.type,
      draft?.segSyms.length,
      kept === null,
      isChecked,
      unanswered === null,
    ],
  }),
  walkOf({
    machine: proposalsMachine,
    states: 20,
    transitions: 44,
    input: { ticks: () => 0, quoteOf: () => 3_000 },
    events: [
      { type: 'proposals.begin' },
      { type: 'proposals.show', key: uuid(1) },
      { type: 'proposals.hide' },
      { type: 'proposals.load' },
      { type: 'proposals.changed' },
      { type: 'proposals.point', key: uuid(1) },
      { type: 'proposal.enter', proposal: uuid(1) },
      { type: 'proposal.enter', proposal: uuid(2) },
      { type: 'proposal.edit', proposal: uuid(1), quantity: 5 },
      { type: 'proposal.close' },
      { type: 'proposal.drop', proposal: uuid(1) },
      { type: 'proposal.dropAll', of: { deploymentUuid: uuid(9) } },
      { type: 'session.ended' },
    ],
    answers: {
      loadList: [[proposal(1), proposal(2)], [proposal(1, { status: 'ended' })]],
      price: [priced({ price: 3_000, at: 0 }), priced({ price: 3_100, at: 0 })],
      send: [{ orderId: '1', isRepeat: false, sentAt: 1 }],
      drop: [1],
    },
    project: ({ rows, opened, isChanged, priced: shown }) => [
      rows?.[0].status,
      opened?.proposalUuid,
      opened?.status,
      isChanged,
      shown?.quote,
    ],
  }),
]
