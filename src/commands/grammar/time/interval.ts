import { type Interval, intervalLabels, intervals, isInterval } from '../../../domain/charts/interval.ts'
import type { ArgKind } from '../../command.ts'
import { taken, wordAt } from '../words.ts'

const otherWords: Readonly<Record<string, Interval>> = {
  '1min': 'min',
  '60min': 'hour',
  '1hour': 'hour',
  '1h': 'hour',
  '4h': '4hour',
  hourly: 'hour',
  '240min': '4hour',
  '1day': 'day',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
}

export const interval: ArgKind<Interval> = {
  token: 'interval',
  expects: 'an interval such as 5min, hour or day',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const word = text.toLowerCase()
    const value = isInterval(word) ? word : Object.hasOwn(otherWords, word) ? otherWords[word] : undefined
    return value === undefined ? null : taken(value, to)
  },
  print: (value) => value,
  complete: (word) =>
    intervals
      .filter((text) => text.startsWith(word.toLowerCase()))
      .map((text) => ({ text, detail: intervalLabels[text] })),
}
