import { hashText } from '../simulated/random.ts'
import { type ListedEquity, sectorLetters } from './listed-equities.ts'

const heads =
  'AB AD AK AM AN AR BA BE BH CH DE DI DU EK GA GO HI IN JA KA KE KI KO LA LU MA ME MI MU NA NE NI PA PI PO RA RE RI RO SA SE SI SU TA TE TI UD VA VE VI YA ZE'.split(
    ' ',
  )
const middles = 'BAN DAR GAN JAL KAR LAK MAN NAR PAL RAJ RAM SAN SUN TAN TIL VAN VIN'.split(' ')
const tails = 'A AM AN AR AS EX I IN IS IX ON OR US'.split(' ')
const businesses: Readonly<Record<string, string>> = {
  B: 'Bank',
  F: 'Finance',
  T: 'Technologies',
  E: 'Energy',
  A: 'Auto Components',
  C: 'Foods',
  H: 'Healthcare',
  M: 'Metals',
  P: 'Power',
  G: 'Engineering',
  K: 'Chemicals',
  R: 'Infra',
  S: 'Retail',
}

const titled = (symbol: string): string => symbol.charAt(0) + symbol.slice(1).toLowerCase()

const TOKENS_FROM = 60_001

/** Rupees from 12 to 3,600, log-uniform for a `quantile` of 0 to 1. */
export const priceAtQuantile = (quantile: number): number => Math.round(12 * 300 ** quantile)

export const inventEquities = (count: number, taken: ReadonlySet<string>): readonly ListedEquity[] => {
  const invented: ListedEquity[] = []
  const used = new Set(taken)
  for (let attempt = 0; invented.length < count; attempt++) {
    const hash = hashText(`invented ${attempt}`)
    const symbol = [
      heads[hash % heads.length],
      middles[(hash >>> 6) % middles.length],
      (hash >>> 11) % 3 === 0 ? middles[(hash >>> 13) % middles.length] : '',
      tails[(hash >>> 18) % tails.length],
    ].join('')
    if (used.has(symbol)) continue
    used.add(symbol)
    const sector = (hash >>> 22) % sectorLetters.length
    const quantile = (hashText(`price ${symbol}`) % 10_000) / 10_000
    invented.push({
      symbol,
      name: `${titled(symbol)} ${businesses[sectorLetters.charAt(sector)]}`,
      exchangeToken: TOKENS_FROM + invented.length,
      anchorPrice: priceAtQuantile(quantile),
      sector,
      lotSize: 0,
      tier: 4,
    })
  }
  return invented
}

const funds =
  'NIFTY JUNIOR BANK PSUBANK IT PHARMA AUTO FMCG METAL INFRA GOLD SILVER LIQUID MIDCAP SMALL VALUE ALPHA QUAL LOWVOL MOM CONSUM ENERGY HEALTH DEFENCE EV'.split(
    ' ',
  )
const houses = 'BEES ETF IETF CASE ADD MAFA QETF HSBC AXIS EDGE'.split(' ')

export const inventFunds = (): readonly ListedEquity[] =>
  funds.flatMap((fund, row) =>
    houses.map((house, column) => ({
      symbol: `${fund}${house}`,
      name: `${titled(fund)} ETF ${titled(house)}`,
      exchangeToken: TOKENS_FROM + 5000 + row * houses.length + column,
      anchorPrice: 20 + (hashText(`${fund}${house}`) % 480),
      sector: row % sectorLetters.length,
      lotSize: 0,
      tier: 4,
    })),
  )
