import { epochMs, type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { Simulated } from '../simulated/character.ts'
import { underlyingOf } from '../simulated/contract.ts'
import { splitLine } from './csv-line.ts'
import type { AnchorPrices } from './universe.ts'

interface Strikes {
  readonly expiry: string
  readonly strikes: number[]
}

const NAME = 3
const EXPIRY = 5
const STRIKE = 6
const TYPE = 9

/** Nearest expiry on or after `from`; strikes ascending. */
const nearestStrikes = (csv: string, from: IstDate): ReadonlyMap<string, readonly number[]> => {
  const nearest = new Map<string, Strikes>()
  for (const line of csv.split('\n')) {
    if (!line.includes(',CE,')) continue
    const fields = splitLine(line)
    const [root, expiry, strike] = [fields?.[NAME], fields?.[EXPIRY], Number(fields?.[STRIKE])]
    if (root === undefined || expiry === undefined || expiry < from || fields?.[TYPE] !== 'CE') continue
    const known = nearest.get(root)
    if (known === undefined || expiry < known.expiry) nearest.set(root, { expiry, strikes: [strike] })
    else if (expiry === known.expiry) known.strikes.push(strike)
  }
  return new Map([...nearest].map(([root, { strikes }]) => [root, strikes.sort((a, b) => a - b)]))
}

interface ImportedMaster {
  readonly csv: string
  readonly importedAt: number
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round((sorted.length - 1) * share)] ?? 0

/** Anchor prices that put imported underlyings at their median strike on the import day, if far from it. */
export const findAnchorPrices = (
  masters: readonly ImportedMaster[],
  closeOn: (underlying: Simulated, date: IstDate) => number,
): AnchorPrices => {
  const found: Record<string, number> = {}
  const seen = new Set<string>()
  for (const { csv, importedAt } of masters) {
    const date = toIstDate(epochMs(importedAt))
    for (const [root, strikes] of nearestStrikes(csv, date)) {
      const underlying = underlyingOf(root)
      if (underlying === null || seen.has(underlying.name)) continue
      seen.add(underlying.name)
      const close = closeOn(underlying, date)
      if (close >= quantile(strikes, 0.25) && close <= quantile(strikes, 0.75)) continue
      found[underlying.name] = (underlying.anchorPrice * quantile(strikes, 0.5)) / close
    }
  }
  return found
}
