import { listedEquities } from './listed-equities.ts'
import { sensexMembers } from './members.ts'

/** Weights of all members sum to 1. */
export interface IndexMember {
  readonly symbol: string
  readonly weight: number
}

/* Percent; rough free-float weights of 2026. They only scale the simulation, and must stay fixed. */
const nifty50 =
  'HDFCBANK 12.6 RELIANCE 8.8 ICICIBANK 8.4 BHARTIARTL 4.8 INFY 4.7 LT 4.1 SBIN 3.6 ITC 3.2 AXISBANK 3.1 TCS 2.7 KOTAKBANK 2.7 M&M 2.7 BAJFINANCE 2.3 HINDUNILVR 1.9 MARUTI 1.8 ETERNAL 1.8 SUNPHARMA 1.6 NTPC 1.5 TITAN 1.4 BEL 1.3 TATASTEEL 1.3 HCLTECH 1.3 ULTRACEMCO 1.2 POWERGRID 1.1 ASIANPAINT 1.1 HINDALCO 1.1 BAJAJFINSV 1 SHRIRAMFIN 1 INDIGO 1 ADANIPORTS .95 GRASIM .95 JSWSTEEL .95 TECHM .85 EICHERMOT .85 BAJAJ-AUTO .85 JIOFIN .8 ONGC .8 COALINDIA .75 NESTLEIND .75 CIPLA .75 SBILIFE .75 TMPV .7 HDFCLIFE .7 MAXHEALTH .7 DRREDDY .65 APOLLOHOSP .65 TATACONSUM .65 TRENT .6 WIPRO .55 ADANIENT .55'
const bankNifty =
  'HDFCBANK 19 ICICIBANK 14 SBIN 10 AXISBANK 9.5 KOTAKBANK 9 FEDERALBNK 4.6 BANKBARODA 4.6 CANBK 4.5 PNB 4.3 IDFCFIRSTB 4.2 INDUSINDBK 4 AUBANK 4 UNIONBANK 4 YESBANK 3.5'
const finService =
  'HDFCBANK 30 ICICIBANK 20 AXISBANK 7.6 SBIN 7.4 KOTAKBANK 6.6 BAJFINANCE 6 BAJAJFINSV 2.5 SHRIRAMFIN 2.5 JIOFIN 2 SBILIFE 2 HDFCLIFE 1.9 CHOLAFIN 1.6 PFC 1.6 RECLTD 1.3 BSE 1.3 HDFCAMC 1.3 MUTHOOTFIN 1.1 ICICIGI 1 SBICARD .7 LICHSGFIN .6'
const bankex =
  'HDFCBANK 22 ICICIBANK 17 SBIN 12 AXISBANK 11 KOTAKBANK 10.5 FEDERALBNK 4.5 INDUSINDBK 4 AUBANK 4 IDFCFIRSTB 4 BANKBARODA 3.5 CANBK 3 YESBANK 2.5 PNB 2'
const midSelect =
  'FEDERALBNK 6.5 INDUSINDBK 6 DIXON 5.5 PERSISTENT 5.5 COFORGE 5.5 HEROMOTOCO 5.2 LUPIN 5 POLICYBZR 5 PAYTM 4.8 AUBANK 4.6 IDFCFIRSTB 4.4 YESBANK 4.2 ASHOKLEY 4.2 BHARATFORG 4 AUROPHARMA 3.8 HINDPETRO 3.8 GODREJPROP 3.5 UPL 3.3 PHOENIXLTD 3.2 MPHASIS 3.1 VOLTAS 3 CONCOR 2.8 PIIND 2.6 COLPAL 2.5 ABCAPITAL 2.4'

type Weighted = readonly (readonly [string, number])[]

const read = (list: string): Weighted => {
  const words = list.split(' ')
  return Array.from({ length: words.length / 2 }, (_, index) => [
    words[index * 2] ?? '',
    Number(words[index * 2 + 1]),
  ])
}

const known = new Set(listedEquities.map(({ symbol }) => symbol))

const shares = (weighted: Weighted): readonly IndexMember[] => {
  const unknown = weighted.find(([symbol]) => !known.has(symbol))
  if (unknown) throw new RangeError(`${unknown[0]} is no listed share`)
  const sum = weighted.reduce((all, [, weight]) => all + weight, 0)
  return weighted.map(([symbol, weight]) => ({ symbol, weight: weight / sum }))
}

const nifty = read(nifty50)
const byTier = (tier: number): Weighted =>
  listedEquities
    .filter((equity) => equity.tier === tier)
    .map(({ symbol }, index) => [symbol, 1 / (index + 20)] as const)

const members: ReadonlyMap<string, readonly IndexMember[]> = new Map([
  ['NIFTY 50', shares(nifty)],
  ['NIFTY BANK', shares(read(bankNifty))],
  ['NIFTY FIN SERVICE', shares(read(finService))],
  ['SENSEX', shares(nifty.filter(([symbol]) => sensexMembers.has(symbol)))],
  ['BANKEX', shares(read(bankex))],
  ['NIFTY NEXT 50', shares(byTier(1))],
  ['NIFTY MID SELECT', shares(read(midSelect))],
])

/** Shares of a tier of `listedEquities`. Without published weights, the further down its list, the lighter. */
export const membersOfTier = (tier: number): readonly IndexMember[] => shares(byTier(tier))

/** Heaviest first; empty for an index simulated by factors alone. */
export const membersOf = (index: string): readonly IndexMember[] => members.get(index) ?? []

export const memberIndices: readonly string[] = [...members.keys()]
