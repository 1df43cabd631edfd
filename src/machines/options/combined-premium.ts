import type { ReplyOf } from '../../contract/call-types.ts'
import { getCombinedPremium } from '../../contract/options.ts'
import type { Strangle } from '../../domain/options/strangle.ts'
import type { KeptCurrentRequest } from '../kept-current.ts'
import { createKeptCurrentMachine } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Keys by `premiumKeyOf`. */
    readonly combinedPremium: KeptCurrentRequest
  }
  interface Machines {
    readonly combinedPremium: typeof combinedPremiumMachine
  }
}

export type CombinedPremium = ReplyOf<typeof getCombinedPremium>

const APART = '|'

/** `chain` as in `getOptionChain`. */
export const premiumKeyOf = (chain: string, { call, put }: Strangle): string => [chain, call, put].join(APART)

export const readPremiumKey = (key: string) => {
  const [chain = '', call = '', put = ''] = key.split(APART)
  return { key: chain, call, put }
}

export const combinedPremiumMachine = createKeptCurrentMachine<CombinedPremium>({
  id: 'combinedPremium',
  failure: getCombinedPremium.failure,
  everyMs: 60_000,
})
