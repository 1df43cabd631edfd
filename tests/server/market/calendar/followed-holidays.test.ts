import { afterEach, describe, expect, test } from 'vitest'
import { createHolidays } from '../../../../server/services/calendar/holidays.ts'
import { createExchangeYearStore } from '../../../../server/store/calendar/exchange-years.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import { exchangeYears } from '../../../../src/domain/calendar/exchange-years.ts'
import {
  bringYearsIntoForce,
  builtInYears,
  type CalendarYears,
} from '../../../../src/domain/calendar/holidays/calendar-in-force.ts'
import { clockAt } from '../../../support/clock.ts'
import { stores } from '../../../support/server/stores.ts'

const SHELL = { actor: 'shell', request: null }

const built = exchangeYears[2026]
if (built === undefined) throw new Error('2026 is built in')
const withElection = { ...built, holidays: [...built.holidays, '12-01'].sort() }

const followedStore = async (open: (typeof stores)[number]['open']) => {
  const store = await open()
  const clock = clockAt('2026-11-20 10:00')
  const years = createExchangeYearStore({ store, clock })
  let fullReads = 0
  let prepare = async (next: CalendarYears) => () => bringYearsIntoForce(next)
  const holidays = createHolidays({
    years: {
      ...years,
      list: () => {
        fullReads += 1
        return years.list()
      },
      read: () => {
        fullReads += 1
        return years.read()
      },
    },
    calendar: exchangeCalendar,
    now: clock.now,
    importedExchanges: async () => [],
    openContracts: () => [],
    prepare: (next) => prepare(next),
  })
  return {
    store,
    holidays,
    fullReads: () => fullReads,
    failOnce: () => {
      const working = prepare
      prepare = async () => {
        prepare = working
        throw new Error('no list of instruments')
      }
    },
    /** As the shell does, in a process of its own. */
    importElection: async () => {
      clock.advance(1_000)
      const { version } = await years.read()
      const changes = new Map([[2026, { days: withElection, source: 'nse.csv' }]])
      return (await years.change(changes, version, SHELL))?.version
    },
    returnToBuiltIn: async () => {
      const { version } = await years.read()
      await years.change(new Map([[2026, null]]), version, SHELL)
    },
  }
}

describe.each(stores.filter(({ isAbsent }) => !isAbsent))('holidays followed on $name', ({ open }) => {
  afterEach(() => bringYearsIntoForce(builtInYears))

  test('are read in full once for each import, not at every check', async () => {
    const { store, holidays, fullReads, importElection, returnToBuiltIn } = await followedStore(open)
    const check = async (times: number): Promise<number> => {
      const before = fullReads()
      for (let time = 0; time < times; time++) await holidays.follow()
      return fullReads() - before
    }
    expect(await check(5)).toBe(1)
    expect(await check(5)).toBe(0)
    const version = await importElection()
    expect(exchangeCalendar.version).toBe('built-in')
    expect([await check(5), exchangeCalendar.version]).toEqual([1, version])
    await returnToBuiltIn()
    expect([await check(5), exchangeCalendar.version]).toEqual([1, 'built-in'])
    await store.close()
  })

  test('are tried again after a failure, until they are in force', async () => {
    const { store, holidays, failOnce, importElection } = await followedStore(open)
    await holidays.follow()
    const version = await importElection()
    failOnce()
    await expect(holidays.follow()).rejects.toThrow('no list of instruments')
    expect(exchangeCalendar.version).toBe('built-in')
    await holidays.follow()
    expect(exchangeCalendar.version).toBe(version)
    await store.close()
  })
})
