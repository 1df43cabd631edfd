import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { connectHolidays, provideHolidayImport, provideHolidays } from './holiday-adapters.ts'

export const calendar = ({ actors, http }: Deps) =>
  ({
    actors: {
      holidays: createActor(provideHolidays(http)),
      holidayImport: createActor(provideHolidayImport(http)),
    },
    connect: () => connectHolidays(actors),
  }) satisfies Area
