import { hasLegs } from '../../../domain/deployments/proposal-premium.ts'
import { formatNumber, formatRupees, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import { toIstClock } from '../../../domain/time.ts'
import type { Proposal } from '../../../machines/deployments/proposals.ts'

const SOON_MS = 60_000

const sideLabels = { buy: 'Buy', sell: 'Sell' } as const

export const actInWords = ({ side, quantity, legs }: Pick<Proposal, 'side' | 'quantity' | 'legs'>): string =>
  hasLegs({ legs }) ? `${legs.length} legs` : `${sideLabels[side]} ${formatNumber(quantity, 0)}`

export const premiumInWords = ({ side, legs }: Pick<Proposal, 'side' | 'legs'>): string => {
  if (!hasLegs({ legs })) return ''
  return side === 'sell' ? 'credit' : 'debit'
}

export interface TimeLeft {
  readonly text: string
  /** 0 to 1 of the time it had. */
  readonly share: number
  readonly isSoon: boolean
  readonly isOver: boolean
}

/** Null for an exit, which waits as long as the position is held. All instants are market time. */
export const timeLeftOf = (
  { madeAt, endsAt }: Pick<Proposal, 'madeAt' | 'endsAt'>,
  now: number,
): TimeLeft | null => {
  if (endsAt === null) return null
  const left = Math.max(0, endsAt - now)
  const seconds = Math.ceil(left / 1000)
  return {
    text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    share: endsAt <= madeAt ? 0 : Math.min(1, left / (endsAt - madeAt)),
    isSoon: left < SOON_MS,
    isOver: left === 0,
  }
}

export const moveInWords = (then: number, now: number): string =>
  then === 0
    ? formatSigned(now - then)
    : `${formatSigned(now - then)} (${formatSignedPercent(((now - then) / then) * 100)})`

export const clockWithSeconds = (at: number): string =>
  `${toIstClock(at)}:${String(Math.floor(at / 1000) % 60).padStart(2, '0')}`

/** `₹84.50 dearer on 130`; empty while the price has not moved. */
export const costOfWaiting = (
  { side, quantity, price }: Pick<Proposal, 'side' | 'quantity' | 'price'>,
  now: number,
): string => {
  const amount = Math.abs(now - price) * quantity
  if (amount < 0.005) return ''
  const isUp = now > price
  const word = side === 'buy' ? (isUp ? 'dearer' : 'cheaper') : isUp ? 'more' : 'less'
  return `${formatRupees(amount)} ${word} on ${formatNumber(quantity, 0)}`
}
