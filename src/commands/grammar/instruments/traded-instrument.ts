import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { derivativeRoot } from '../../../domain/instruments/instrument-names.ts'
import { isContractId, isShareId } from '../../../domain/instruments/kind.ts'
import type { ArgKind, Completion } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { focusedInstrument, instrument, printInstrument, titleOf } from './instrument.ts'

export const tradedInstrument: ArgKind<InstrumentId> = {
  ...instrument,
  isGreedy: true,
  expects: 'an instrument such as RELIANCE, nifty atm ce or nifty fut',
  complete: (word, environment) =>
    word.trim() === ''
      ? likely(environment)
      : [...contractsOf(word.trim(), environment), ...instrument.complete(word, environment)],
}

export const nearInstruments = ({ context, linked }: Environment): readonly InstrumentId[] => {
  const found = [focusedInstrument(context), linked?.instrument].filter((id) => id !== undefined)
  return [...new Set(found)]
}

const EACH_MAX = 3

/** Before anything is typed: what is on the screen, held or watched, and contracts of the main index. No index can be traded. */
const likely = (environment: Environment): readonly Completion[] => {
  const { instruments, positions = [], watchlists = [] } = environment
  const here = nearInstruments(environment).map((id) => ({ id, why: 'on this screen' }))
  const held = positions.slice(0, EACH_MAX).map((one) => ({ id: one.instrument, why: 'held' }))
  const watched = (watchlists[0]?.instruments ?? [])
    .filter((id) => isShareId(id) || isContractId(id))
    .slice(0, EACH_MAX)
    .map((id) => ({ id, why: 'watched' }))
  const named = [...here, ...held, ...watched].map(({ id, why }) => ({
    text: printInstrument(id),
    detail: `${titleOf(id, instruments)} · ${why}`,
  }))
  const offered = [...named, ...contractsOf('NIFTY', environment)]
  return offered.filter(({ text }, index) => offered.findIndex((one) => one.text === text) === index)
}

const contractsOf = (word: string, { instruments }: Environment): readonly Completion[] => {
  const found = instruments?.findSymbol(word) ?? null
  if (instruments === null || found === null || found.expiry !== null) return []
  const root = derivativeRoot(found.tradingSymbol)
  const hasOptions = instruments.expiriesOf(found.id).length > 0
  return [
    ...(hasOptions
      ? [
          { text: `${root} atm ce`, detail: 'ATM call' },
          { text: `${root} atm pe`, detail: 'ATM put' },
        ]
      : []),
    ...(instruments.futureOf(found.id) === null ? [] : [{ text: `${root} fut`, detail: 'nearest future' }]),
  ]
}

/** Offered when a line names an index. */
export const substitutesOf = (id: InstrumentId, environment: Environment): readonly string[] => {
  const symbol = environment.instruments?.find(id)?.tradingSymbol
  if (symbol === undefined) return []
  return contractsOf(symbol, environment)
    .map(({ text }) => text)
    .filter((text) => !text.endsWith(' pe'))
}
