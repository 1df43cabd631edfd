import { createActor } from 'xstate'
import type { CreateArea } from '../area.ts'
import type { Deps } from '../deps.ts'
import { connectHolidays, provideHolidayImport, provideHolidays } from './holiday-adapters.ts'

export const calendar: CreateArea<Deps, 'holidays' | 'holidayImport'> = ({ actors, http }) => ({
  actors: {
    holidays: createActor(provideHolidays(http)),
    holidayImport: createActor(provideHolidayImport(http)),
  },
  connect: () => connectHolidays(actors),
})
