import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { derivativeRoot } from '../../../domain/instruments/instrument-names.ts'
import type { ArgKind, Completion } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { focusedInstrument, instrument, printInstrument, titleOf } from './instrument.ts'

export const tradedInstrument: ArgKind<InstrumentId> = {
  ...instrument,
  isGreedy: true,
  expects: 'an instrument such as RELIANCE, nifty atm ce or nifty fut',
  complete: (word, environment) => [
    ...(word.trim() === '' ? nearby(environment) : contractsOf(word.trim(), environment)),
    ...instrument.complete(word, environment),
  ],
}

export const nearInstruments = ({ context, linked }: Environment): readonly InstrumentId[] => {
  const found = [focusedInstrument(context), linked?.instrument].filter((id) => id !== undefined)
  return [...new Set(found)]
}

const nearby = (environment: Environment): readonly Completion[] =>
  nearInstruments(environment).map((id) => ({
    text: printInstrument(id),
    detail: `${titleOf(id, environment.instruments)} · on this screen`,
  }))

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
