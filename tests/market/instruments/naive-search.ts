import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { expiryParts } from '../../../src/domain/instruments/instrument-names.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const aliases: Readonly<Record<string, string>> = {
  NIFTY: 'NIFTY 50',
  BANKNIFTY: 'NIFTY BANK',
  FINNIFTY: 'NIFTY FIN SERVICE',
  MIDCPNIFTY: 'NIFTY MID SELECT',
  NIFTYNXT50: 'NIFTY NEXT 50',
}
const segments = ['INDICES', 'NSE', 'NFO-FUT', 'NFO-OPT', 'BFO-FUT', 'BFO-OPT', 'BSE']

const stripped = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9.& ]/g, '')
    .replace(/ +/g, ' ')
    .trim()

/** The ranking written down row by row, slow and plain: the oracle of the fast search. */
export const naiveSearch = (instruments: readonly Instrument[]) => {
  const expiries = new Map<string, IstDate[]>()
  for (const { segment, name, expiry } of instruments) {
    if (expiry !== null)
      expiries.set(`${segment} ${name}`, [...(expiries.get(`${segment} ${name}`) ?? []), expiry])
  }
  const distinct = new Map([...expiries].map(([name, dates]) => [name, [...new Set(dates)]]))
  const rows = instruments.map((instrument, order) => ({
    instrument,
    order,
    symbol: stripped(instrument.tradingSymbol),
    beside: stripped(
      instrument.expiry === null
        ? instrument.name
        : expiryParts(instrument.expiry, distinct.get(`${instrument.segment} ${instrument.name}`) ?? [])
            .expiryName,
    ),
  }))
  return (query: string, limit: number): readonly string[] => {
    const text = stripped(query)
    const tokens =
      text === 'BANKNIFTY'
        ? ['BANK', 'NIFTY']
        : text === 'FINNIFTY'
          ? ['FIN', 'NIFTY']
          : text.split(' ').filter(Boolean)
    if (tokens.length === 0) {
      return instruments
        .filter(({ segment }) => segment === 'INDICES')
        .slice(0, limit)
        .map(({ id }) => id)
    }
    const indexOf = (row: (typeof rows)[number], token: string): number => {
      const at = row.symbol.indexOf(token)
      if (at >= 0) return at
      const beside = ` ${row.beside}`.indexOf(` ${token}`)
      return beside < 0 ? -1 : 64 + beside
    }
    return rows
      .filter((row) => tokens.every((token) => indexOf(row, token) >= 0))
      .map((row) => {
        const { instrument, symbol, order } = row
        const isAlias = instrument.segment === 'INDICES' && aliases[text.replaceAll(' ', '')] === symbol
        const isExact = symbol === text || isAlias
        const hasStrike = tokens.some(
          (token) => /^[\d.]+$/.test(token) && Number(token) === instrument.strike,
        )
        return {
          id: instrument.id,
          key: [
            isExact ? 0 : 1,
            indexOf(row, tokens[0] ?? ''),
            hasStrike ? 0 : 1,
            instrument.expiry === null ? 0 : Date.parse(instrument.expiry),
            segments.indexOf(instrument.segment),
            symbol.length,
            order,
          ],
        }
      })
      .sort((a, b) => {
        const at = a.key.findIndex((part, index) => part !== b.key[index])
        return at < 0 ? 0 : (a.key[at] ?? 0) - (b.key[at] ?? 0)
      })
      .slice(0, limit)
      .map(({ id }) => id)
  }
}

/** The master read the slow way, straight from the lines. */
export const naiveMaster = (csv: string): readonly Instrument[] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map((field) => field.replaceAll('"', '')))
    .map(
      ([
        token,
        exchangeToken,
        tradingSymbol,
        name,
        lastPrice,
        expiry,
        strike,
        tick,
        lot,
        type,
        segment,
        exchange,
        universe,
      ]) =>
        ({
          id: `${segment}_${tradingSymbol}`,
          instrumentToken: Number(token),
          exchangeToken: Number(exchangeToken),
          tradingSymbol,
          name,
          lastPrice: Number(lastPrice),
          expiry: expiry === '' ? null : expiry,
          strike: Number(strike),
          tickSize: Number(tick),
          lotSize: Number(lot),
          instrumentType: type,
          segment,
          exchange,
          universe: (universe ?? '').padEnd(6, '0'),
        }) as Instrument,
    )
