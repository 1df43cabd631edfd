import { type ExchangeYear, exchangeYears } from '../exchange-years.ts'

/** Sessions of whole years under one name: the same name always means the same days. */
export interface CalendarYears {
  readonly version: string
  readonly years: Readonly<Record<number, ExchangeYear>>
}

export const builtInYears: CalendarYears = { version: 'built-in', years: exchangeYears }

let inForce = builtInYears

/** The years that this process, thread or page goes by. */
export const yearsInForce = (): CalendarYears => inForce

/**
 * Each process, thread and page calls it at its start and when the list of holidays changes. Days up to the market's
 * today are the same in both, so that only what was kept of later days has to be dropped.
 */
export const bringYearsIntoForce = (years: CalendarYears): void => {
  inForce = years
}
