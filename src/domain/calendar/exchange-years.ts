/** Minutes after IST midnight; `to` is exclusive. */
export interface TradingWindow {
  readonly from: number
  readonly to: number
}

/** Days are MM-DD. */
export interface ExchangeYear {
  /** Monday to Friday without the regular session. */
  readonly holidays: readonly string[]
  /** Sessions on other days or at other hours: budget week-ends, drill Saturdays, muhurat. */
  readonly special: Readonly<Record<string, readonly TradingWindow[]>>
  readonly names?: Readonly<Record<string, string>>
  readonly isProvisional?: true
}

const REGULAR: readonly TradingWindow[] = [{ from: 555, to: 930 }]
/** Fail-over drills: 45 minutes on the primary site, an hour on the other. */
const TWO_SITES: readonly TradingWindow[] = [
  { from: 555, to: 600 },
  { from: 690, to: 750 },
]
const MUHURAT_1800: readonly TradingWindow[] = [{ from: 1080, to: 1140 }]
const MUHURAT_1815: readonly TradingWindow[] = [{ from: 1095, to: 1155 }]
const MUHURAT_1345: readonly TradingWindow[] = [{ from: 825, to: 885 }]

const days = (list: string): readonly string[] => list.split(' ')

export const exchangeYears: Readonly<Record<number, ExchangeYear>> = {
  2022: {
    holidays: days('01-26 03-01 03-18 04-14 04-15 05-03 08-09 08-15 08-31 10-05 10-24 10-26 11-08'),
    special: { '10-24': MUHURAT_1815 },
  },
  2023: {
    holidays: days(
      '01-26 03-07 03-30 04-04 04-07 04-14 05-01 06-29 08-15 09-19 10-02 10-24 11-14 11-27 12-25',
    ),
    special: { '11-12': MUHURAT_1815 },
  },
  2024: {
    holidays: days(
      '01-22 01-26 03-08 03-25 03-29 04-11 04-17 05-01 05-20 06-17 07-17 08-15 10-02 11-01 11-15 11-20 12-25',
    ),
    special: { '01-20': REGULAR, '03-02': TWO_SITES, '05-18': TWO_SITES, '11-01': MUHURAT_1800 },
  },
  2025: {
    holidays: days('02-26 03-14 03-31 04-10 04-14 04-18 05-01 08-15 08-27 10-02 10-21 10-22 11-05 12-25'),
    special: { '02-01': REGULAR, '10-21': MUHURAT_1345 },
  },
  2026: {
    holidays: days(
      '01-15 01-26 03-03 03-26 03-31 04-03 04-14 05-01 05-28 06-26 09-14 10-02 10-20 11-10 11-24 12-25',
    ),
    special: { '02-01': REGULAR, '11-08': MUHURAT_1800 },
    names: {
      '01-15': 'Municipal elections',
      '01-26': 'Republic Day',
      '02-01': 'Union Budget',
      '03-03': 'Holi',
      '03-26': 'Ram Navami',
      '03-31': 'Mahavir Jayanti',
      '04-03': 'Good Friday',
      '04-14': 'Ambedkar Jayanti',
      '05-01': 'Maharashtra Day',
      '05-28': 'Bakri Id',
      '06-26': 'Muharram',
      '09-14': 'Ganesh Chaturthi',
      '10-02': 'Gandhi Jayanti',
      '10-20': 'Dussehra',
      '11-08': 'Diwali Laxmi Pujan',
      '11-10': 'Diwali Balipratipada',
      '11-24': 'Guru Nanak Jayanti',
      '12-25': 'Christmas',
    },
  },
  2027: {
    holidays: days('01-26 03-22 03-26 04-14 10-29'),
    special: { '10-29': MUHURAT_1800 },
    names: {
      '01-26': 'Republic Day',
      '03-22': 'Holi',
      '03-26': 'Good Friday',
      '04-14': 'Ambedkar Jayanti',
      '10-29': 'Diwali Laxmi Pujan',
    },
    isProvisional: true,
  },
}

export const fixedHolidays: readonly string[] = days('01-26 05-01 08-15 10-02 12-25')

/** Start of the closing auction of cash shares with derivatives, and of the longer derivative session. */
export const CLOSING_AUCTION_SINCE = '2026-08-03'
