import { allChainColumns, type ChainColumnId } from '../../../domain/options/chain-columns.ts'
import type { ChainView } from '../../../domain/options/chain-view.ts'
import type { ArgKind } from '../../command.ts'
import { phraseAt, skipSpaces, taken } from '../words.ts'

/** One of the ready views, or the columns themselves, the price among them. */
export type ChainColumnsSpec = ChainView | readonly ChainColumnId[]

const views: Readonly<Record<ChainView, { readonly words: readonly string[]; readonly title: string }>> = {
  prices: { words: ['prices', 'price'], title: 'Prices, their change, bid and ask' },
  oi: { words: ['oi', 'open interest'], title: 'Open interest, its change and build-up' },
  greeks: { words: ['greeks', 'greek'], title: 'Delta, theta, vega, gamma and volatility' },
  own: { words: ['own', 'mine'], title: 'The columns that you have chosen' },
}

/** The first is the printed form. */
const columnWords: Readonly<Record<ChainColumnId, readonly string[]>> = {
  ltp: ['ltp'],
  change: ['change', 'chg'],
  bid: ['bid'],
  ask: ['ask'],
  iv: ['iv'],
  delta: ['delta'],
  gamma: ['gamma'],
  theta: ['theta'],
  vega: ['vega'],
  volume: ['volume', 'vol'],
  buildUp: ['build-up', 'buildup'],
  oiChange: ['oi change', 'oi chg'],
  oi: ['oi'],
}

const wordOfColumn = (column: ChainColumnId): string => columnWords[column][0] ?? column

const viewPhrases = Object.entries(views).flatMap(([view, { words }]) =>
  words.map((word) => ({ word, view: view as ChainView })),
)
const columnPhrases = allChainColumns
  .flatMap((column) => columnWords[column].map((word) => ({ word, column })))
  .sort((a, b) => b.word.length - a.word.length)

const columnsAt = (
  line: string,
  from: number,
): { readonly columns: Set<ChainColumnId>; readonly to: number } => {
  const columns = new Set<ChainColumnId>()
  let to = from
  for (let at = from; at < line.length; ) {
    const found = columnPhrases.flatMap(({ word, column }) => {
      const end = phraseAt(line, at, word)
      return end === null ? [] : [{ column, end }]
    })[0]
    if (found === undefined) break
    columns.add(found.column)
    to = found.end
    const next = skipSpaces(line, to)
    at = line[next] === ',' ? skipSpaces(line, next + 1) : next
  }
  return { columns, to }
}

/** `greeks`, or `ltp, oi, iv, delta`. */
export const chainColumnsSpec: ArgKind<ChainColumnsSpec> = {
  token: 'choice',
  expects: 'prices, oi, greeks or own, or columns such as oi, iv, delta',
  read(line, from) {
    const { columns, to } = columnsAt(line, from)
    for (const { word, view } of viewPhrases) {
      const end = phraseAt(line, from, word)
      if (end !== null && (columns.size < 2 || end > to)) return taken(view, end)
    }
    if (columns.size === 0) return null
    return taken(
      allChainColumns.filter((column) => column === 'ltp' || columns.has(column)),
      to,
    )
  },
  print: (spec) =>
    typeof spec === 'string' ? (views[spec].words[0] ?? spec) : spec.map(wordOfColumn).join(', '),
  complete: (word) =>
    Object.values(views)
      .filter(({ words }) => words.some((known) => known.startsWith(word.toLowerCase())))
      .map(({ words, title }) => ({ text: words[0] ?? '', detail: title })),
}
