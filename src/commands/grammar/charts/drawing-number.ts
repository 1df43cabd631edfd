import { DRAWINGS_MAX, type Drawing } from '../../../domain/charts/drawings/drawing.ts'
import { drawingInWords } from '../../../domain/charts/drawings/drawing-words.ts'
import type { ArgKind } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { isWordEnd, refuse, taken } from '../words.ts'

/** Counted from 1, as the list of drawings does. */
export const drawingNumber: ArgKind<number> = {
  token: 'number',
  expects: 'the number of a drawing',
  read(line, from, { drawings }) {
    const text = /^\d{1,3}/.exec(line.slice(from))?.[0] ?? ''
    if (text === '' || !isWordEnd(line, from + text.length)) return null
    const count = drawings?.list.length ?? DRAWINGS_MAX
    const number = Number(text)
    if (number >= 1 && number <= count) return taken(number, from + text.length)
    return refuse(line, from, count === 0 ? 'a drawing; this chart has none' : `1 to ${count}`)
  },
  print: String,
  complete: (word, { drawings }) =>
    (drawings?.list ?? []).flatMap((drawing, index) =>
      String(index + 1).startsWith(word)
        ? [{ text: String(index + 1), detail: drawingInWords(drawing) }]
        : [],
    ),
}

export const selectedNumber = ({ drawings }: Environment): number | undefined => {
  const index = drawings?.list.findIndex(({ id }) => id === drawings.selected) ?? -1
  return index < 0 ? undefined : index + 1
}

export const drawingNumbered = (number: number, { drawings }: Environment): Drawing | null =>
  drawings?.list[number - 1] ?? null
