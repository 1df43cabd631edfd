import { drawingInWords } from '../../../domain/charts/drawings/drawing-words.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { SelectedDrawing } from '../../../machines/charts/drawing-at.ts'
import type { DrawingAlteration } from '../../../machines/charts/drawing-changes.ts'
import { type ArgProblem, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { drawingNumber, drawingNumbered, selectedNumber } from '../../grammar/charts/drawing-number.ts'

export const numbered = required('Drawing', drawingNumber, { initial: selectedNumber })

export const chartOf = ({ drawings }: Environment): InstrumentId | null => drawings?.instrument ?? null

export const selectedAt = (number: number, environment: Environment): SelectedDrawing | null => {
  const drawing = drawingNumbered(number, environment)
  const instrument = chartOf(environment)
  return drawing === null || instrument === null ? null : { instrument, id: drawing.id }
}

export const wordsOf = (number: number, environment: Environment): string => {
  const drawing = drawingNumbered(number, environment)
  return drawing === null ? `drawing ${number}` : drawingInWords(drawing)
}

export const locked = (number: number, environment: Environment): ArgProblem | null =>
  drawingNumbered(number, environment)?.isLocked === true
    ? {
        arg: 'drawing',
        found: String(number),
        expected: 'a drawing that is not locked',
        message: 'This drawing is locked. Unlock it first.',
      }
    : null

export const alter = (number: number, alteration: DrawingAlteration, environment: Environment) => {
  const of = selectedAt(number, environment)
  return of === null ? [] : to('drawings', { type: 'drawing.alter', of, alteration })
}
