import type { Mapping } from './mapping.ts'

export type Columns = Omit<Mapping, 'timeFormat' | 'delimiter' | 'hasHeader'>

/** Strips what differs between vendors: `Open Price`, `<OPEN>`, `OPEN_INT*`. */
const plain = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[^a-z0-9]/g, '')

const words = (text: string): readonly string[] => text.split(' ')

/** Surest first. `ttltrdqnty` is NSE's bhavcopy, `tckrsymb` its UDiFF layout, `dtyyyymmdd` AmiBroker. */
const titles: Readonly<Record<keyof Columns, readonly string[]>> = {
  date: words(
    'date datetime timestamp tradedate traddt date1 dtyyyymmdd tradingdate bizdt datetimeist datetimeutc day dt',
  ),
  time: words('time clock timehhmmss hhmm secondsaftermidnight seconds secondofday'),
  open: words('open openprice opnpric openrate o openrs'),
  high: words('high highprice hghpric hiprice h'),
  low: words('low lowprice lwpric loprice l'),
  close: words('close closeprice clspric closingprice c last ltp lastprice price'),
  volume: words(
    'volume vol v ttltrdqnty tottrdqty ttltradgvol totaltradedquantity totaltradedqty noofshares sharestraded tradedqty quantity qty',
  ),
  openInterest: words('oi openinterest openint opnintrst'),
  symbol: words(
    'symbol tradingsymbol tckrsymb ticker code instrument scripname scrip securityname name stock',
  ),
  series: words('series sctysrs'),
}

const find = (shown: readonly string[], name: keyof Columns): number | null => {
  for (const title of titles[name]) {
    const at = shown.indexOf(title)
    if (at >= 0) return at
  }
  return null
}

export const columnsOfHeader = (header: readonly string[], rows: readonly (readonly string[])[]) => {
  const shown = header.map(plain)
  const clock = find(shown, 'time')
  const date = find(shown, 'date') ?? clock
  const [open, high, low, close] = [
    find(shown, 'open'),
    find(shown, 'high'),
    find(shown, 'low'),
    find(shown, 'close'),
  ]
  if (date === null || open === null || high === null || low === null || close === null) return null
  return {
    date,
    time: clock === null || clock === date ? null : clock,
    open,
    high,
    low,
    close,
    volume: find(shown, 'volume'),
    openInterest: find(shown, 'openInterest'),
    symbol: contractColumn(shown, rows) ?? find(shown, 'symbol'),
    series: find(shown, 'series'),
  }
}

/** In the exchange's derivatives file `TckrSymb` is the underlying, and the contract has its own column. */
const contractColumn = (shown: readonly string[], rows: readonly (readonly string[])[]): number | null => {
  const [expiry, contract] = [shown.indexOf('xprydt'), shown.indexOf('fininstrmnm')]
  return expiry >= 0 && contract >= 0 && (rows[0]?.[expiry] ?? '') !== '' ? contract : null
}

/** The exchange's list of contracts by expiry and strike, which has no trading day. */
export const isContractList = (header: readonly string[]): boolean =>
  header.map(plain).some((title) => title === 'expdate' || title === 'strprice')
