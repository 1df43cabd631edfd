import { addDays, type IstDate, istDateToDayNumber } from '../../time.ts'

/** Calendar days, both at least one. */
export interface WalkTerms {
  readonly inDays: number
  readonly outDays: number
}

/** Days inclusive; the second span begins the day after the first ends. */
export interface WalkWindow {
  readonly inFrom: IstDate
  readonly inTo: IstDate
  readonly outFrom: IstDate
  readonly outTo: IstDate
}

export const WINDOWS_MAX = 200

/** Windows advance by `outDays`, so that each day is tested once. Empty where the span is too short. */
export const walkWindows = (
  from: IstDate,
  to: IstDate,
  { inDays, outDays }: WalkTerms,
): readonly WalkWindow[] => {
  const windows: WalkWindow[] = []
  const tested = istDateToDayNumber(to) - istDateToDayNumber(from) + 1 - inDays
  const count = Math.min(WINDOWS_MAX, Math.ceil(tested / outDays))
  for (let index = 0; index < count; index++) {
    const inFrom = addDays(from, index * outDays)
    const outFrom = addDays(inFrom, inDays)
    const end = addDays(outFrom, outDays - 1)
    windows.push({ inFrom, inTo: addDays(outFrom, -1), outFrom, outTo: end < to ? end : to })
  }
  return windows
}
