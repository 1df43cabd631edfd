import { formatNumber } from '../../../domain/format.ts'
import { pathOf } from '../../../domain/screens.ts'
import { command, required, to } from '../../command.ts'
import type { Environment, KnownProposal } from '../../environment.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { keyText } from '../../grammar/key-text.ts'

const openQueue = command({
  id: 'proposals.open',
  title: 'Queue of proposals',
  keywords: ['queue', 'signals', 'notification based', 'nbt'],
  verb: 'queue',
  aliases: ['proposals'],
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('proposals') }),
  describe: (_, { proposals = [] }) =>
    proposals.length === 1 ? 'Open the proposal that waits' : `Open the queue, ${proposals.length} wait`,
})

const oneProposal = required('Proposal', keyText('the id of a proposal'), {
  initial: ({ context }) => (context['focus.kind'] === 'proposal' ? context['focus.key'] : undefined),
})

const proposalOf = (key: string, { proposals = [] }: Environment): KnownProposal | null =>
  proposals.find((one) => one.key === key) ?? null

const inWords = (key: string, environment: Environment): string => {
  const known = proposalOf(key, environment)
  if (known === null) return 'the proposal'
  const { side, quantity, contract, name } = known
  return `${side} ${formatNumber(quantity, 0)} ${titleOf(contract, environment.instruments)} of ${name}`
}

const enter = command({
  id: 'proposal.enter',
  title: 'Price the proposal, then send it',
  keywords: ['order', 'queue'],
  verb: 'send proposal',
  isTyped: false,
  when: 'signedIn && view == proposals',
  effect: 'increases',
  args: { proposal: oneProposal },
  run: ({ proposal }) => to('proposals', { type: 'proposal.enter', proposal }),
})

const drop = command({
  id: 'proposal.drop',
  title: 'Drop the proposal',
  keywords: ['queue', 'dismiss'],
  verb: 'drop proposal',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { proposal: oneProposal },
  run: ({ proposal }) => to('proposals', { type: 'proposal.drop', proposal }),
  describe: ({ proposal }, environment) => `Drop ${inWords(proposal, environment)}`,
})

const dropAll = command({
  id: 'proposal.dropAll',
  title: 'Drop all proposals of this strategy',
  keywords: ['queue', 'dismiss', 'deployment'],
  verb: 'drop proposals',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { proposal: oneProposal },
  run: ({ proposal }, environment) => {
    const known = proposalOf(proposal, environment)
    return known === null ? [] : to('proposals', { type: 'proposal.dropAll', deployment: known.deployment })
  },
})

export const proposalCommands = [openQueue, enter, drop, dropAll] as const
