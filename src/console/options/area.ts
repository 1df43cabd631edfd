import { createActor } from 'xstate'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { armedInstrument } from '../active-chart.ts'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { optionEnvironment } from './option-environment.ts'
import {
  provideCombinedPremium,
  provideOptionChains,
  provideOptionDay,
  provideScalper,
  provideTermStructure,
  scalperInput,
} from './scalper-adapters.ts'
import { connectScalper, type ReadQuote, readQuoteOf } from './scalper-arming.ts'

export const options = (deps: Deps) => {
  const readQuote: ReadQuote = { current: null }
  return {
    actors: {
      optionChains: createActor(provideOptionChains(deps)),
      optionDay: createActor(provideOptionDay(deps)),
      termStructure: createActor(provideTermStructure(deps)),
      combinedPremium: createActor(provideCombinedPremium(deps)),
      scalper: createActor(provideScalper(deps), { input: scalperInput(deps) }),
    },
    connect: () =>
      connectScalper({
        ...deps,
        readQuote,
        traded: () => armedInstrument(deps.actors),
        quoteOf: (instrument: InstrumentId) => deps.environment().quoteOf?.(instrument) ?? null,
      }),
    environment: () => ({
      ...optionEnvironment(deps.actors),
      linkedQuote: readQuoteOf(deps.actors.scalper.getSnapshot().context.instrument, readQuote),
    }),
  } satisfies Area
}
