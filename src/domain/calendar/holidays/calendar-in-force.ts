import { type ExchangeYear, exchangeYears } from '../exchange-years.ts'

/** The same version always means the same days. */
export interface CalendarYears {
  readonly version: string
  readonly years: Readonly<Record<number, ExchangeYear>>
}

export const builtInYears: CalendarYears = { version: 'built-in', years: exchangeYears }

let inForce = builtInYears

export const yearsInForce = (): CalendarYears => inForce

/** Called per process, thread and page at start and on import. Days up to the market's today never change. */
export const bringYearsIntoForce = (years: CalendarYears): void => {
  inForce = years
}
