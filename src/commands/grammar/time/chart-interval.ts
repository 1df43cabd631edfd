import { type Interval, intervals, isInterval } from '../../../domain/charts/interval.ts'
import type { ArgKind } from '../../command.ts'
import { taken, wordAt } from '../words.ts'
import { interval } from './interval.ts'

/** Chart buttons: `1m`, `1d`. A backtest reads the same words as a span of months and days. */
const ofButton = (word: string): Interval | undefined => {
  const [, count, unit] = /^(\d{1,2})([mdw])$/.exec(word) ?? []
  if (count === undefined) return undefined
  if (unit === 'm') return intervals.find((one) => one === (count === '1' ? 'min' : `${count}min`))
  return count !== '1' ? undefined : unit === 'd' ? 'day' : 'week'
}

/** `15 minutes`, `1 day` */
const LABEL = /^(\d{1,2})\s*(min|hour|day|week|month)(?:ute)?s?(?=[\s,]|$)/i

export const chartInterval: ArgKind<Interval> = {
  ...interval,
  expects: 'an interval such as 5m, 1h or 1d',
  read(line, from, environment) {
    const { text, to } = wordAt(line, from)
    const button = ofButton(text.toLowerCase())
    if (button !== undefined) return taken(button, to)
    const [label, count, unit = ''] = LABEL.exec(line.slice(from)) ?? []
    const named = `${count === '1' ? '' : count}${unit.toLowerCase()}`
    return label !== undefined && isInterval(named)
      ? taken(named, from + label.length)
      : interval.read(line, from, environment)
  },
}
