import * as z from 'zod/mini'
import { Proposal } from '../../src/contract/deployments.ts'
import { type FromWire, fromWire, toWire } from '../../src/contract/wire.ts'

export type StoredProposal = FromWire<z.output<typeof Proposal>>

export const parseProposal = (text: string): StoredProposal =>
  fromWire(Proposal, z.parse(Proposal, JSON.parse(text)))

export const printProposal = (proposal: StoredProposal): string => JSON.stringify(toWire(Proposal, proposal))
