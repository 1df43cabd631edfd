import { formatNumber } from '../../../domain/format.ts'
import { pathOf } from '../../../domain/screens.ts'
import { type ArgKind, command, required, to } from '../../command.ts'
import type { Environment, KnownProposal } from '../../environment.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { keyText } from '../../grammar/key-text.ts'
import { amountAt } from '../../grammar/number.ts'
import { refuse, taken } from '../../grammar/words.ts'

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
  const { side, quantity, contract, orders, name } = known
  const act = orders === 1 ? `${side} ${formatNumber(quantity, 0)}` : `${orders} legs on`
  return `${act} ${titleOf(contract, environment.instruments)} of ${name}`
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

const units: ArgKind<number> = {
  token: 'size',
  expects: 'a number of units, no more than were proposed',
  read(line, from) {
    const found = amountAt(line, from)
    if (found === null || (found.unit !== '' && found.unit !== 'q')) return null
    const { amount, to: end } = found
    return Number.isInteger(amount) && amount >= 1 ? taken(amount, end) : refuse(line, from, units.expects)
  },
  print: (value) => `${value}`,
  complete: () => [],
}

const edit = command({
  id: 'proposal.edit',
  title: 'Change the quantity of the proposal',
  keywords: ['edit', 'queue', 'less', 'size'],
  verb: 'quantity of the proposal',
  when: 'signedIn && view == proposals && focus.kind == proposal',
  effect: 'local',
  args: { quantity: required('Quantity', units), proposal: oneProposal },
  run: ({ quantity, proposal }) => to('proposals', { type: 'proposal.edit', proposal, quantity }),
  check: ({ quantity, proposal }, environment) => {
    const known = proposalOf(proposal, environment)
    const found = formatNumber(quantity, 0)
    if (known === null) return { arg: 'proposal', found: 'it', expected: 'a proposal that waits' }
    if (known.intent === 'exit')
      return { arg: 'quantity', found, expected: '', message: 'An exit takes the whole position' }
    if (known.orders > 1)
      return { arg: 'quantity', found, expected: '', message: 'Legs are sent as they were proposed' }
    return quantity <= known.quantity
      ? null
      : { arg: 'quantity', found, expected: `at most ${formatNumber(known.quantity, 0)}, as proposed` }
  },
  describe: ({ quantity, proposal }, environment) =>
    `${formatNumber(quantity, 0)} instead of ${inWords(proposal, environment)}; priced, and sent by Enter`,
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
  title: 'Drop all proposals of this strategy or alert',
  keywords: ['queue', 'dismiss', 'deployment', 'alert'],
  verb: 'drop proposals',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { proposal: oneProposal },
  run: ({ proposal }, environment) => {
    const known = proposalOf(proposal, environment)
    return known === null ? [] : to('proposals', { type: 'proposal.dropAll', of: known.of })
  },
})

export const proposalCommands = [openQueue, enter, edit, drop, dropAll] as const
