import type { Instrument } from './instrument.ts'

const LETTERS_MAX = 4

type Marked = Pick<Instrument, 'segment' | 'instrumentType' | 'tradingSymbol'>

/** The name of its picture: `INFY` of a share, `NSE` of any index, `FUT`, `CE` or `PE` of a contract. */
export const pictureOf = ({ segment, instrumentType, tradingSymbol }: Marked): string => {
  if (segment === 'INDICES') return 'NSE'
  return instrumentType === 'EQ' ? tradingSymbol : instrumentType
}

/** The letters that are drawn where there is no picture, such as `CE`. */
export const markOf = (instrument: Marked): string =>
  pictureOf(instrument)
    .replaceAll(/[^A-Z0-9]/gi, '')
    .slice(0, LETTERS_MAX)
