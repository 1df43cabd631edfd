import type { InstrumentId } from '../../domain/instrument.ts'
import { derivativeRoot } from '../../domain/instrument-names.ts'
import type { ArgKind, Completion } from '../command.ts'
import type { Environment } from '../environment.ts'
import { focusedInstrument, instrument, printInstrument, titleOf } from './instrument.ts'

/** An instrument of an order: offers first what the screen is about, and the contracts of an underlying that is named. */
export const tradedInstrument: ArgKind<InstrumentId> = {
  ...instrument,
  isGreedy: true,
  expects: 'an instrument such as RELIANCE, nifty atm ce or nifty fut',
  complete: (word, environment) => [
    ...(word.trim() === '' ? nearby(environment) : contractsOf(word.trim(), environment)),
    ...instrument.complete(word, environment),
  ],
}

/** The row under the cursor, then what the screen is linked to. */
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
          { text: `${root} atm ce`, detail: 'call at the money' },
          { text: `${root} atm pe`, detail: 'put at the money' },
        ]
      : []),
    ...(instruments.futureOf(found.id) === null ? [] : [{ text: `${root} fut`, detail: 'nearest future' }]),
  ]
}

/** What one could trade instead of an index, as one would type it. */
export const substitutesOf = (id: InstrumentId, environment: Environment): readonly string[] => {
  const symbol = environment.instruments?.find(id)?.tradingSymbol
  if (symbol === undefined) return []
  return contractsOf(symbol, environment)
    .map(({ text }) => text)
    .filter((text) => !text.endsWith(' pe'))
}
