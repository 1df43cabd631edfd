import {
  type Drawing,
  type DrawingColour,
  drawingColours,
  drawingWidths,
  plainStyle,
  RISK_MAX,
  TEXT_MAX,
} from '../../../domain/charts/drawings/drawing.ts'
import { toolSpecs } from '../../../domain/charts/drawings/tools.ts'
import { formatRupees } from '../../../domain/format.ts'
import { nextOf } from '../../../domain/next-of.ts'
import { type ArgKind, command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { drawingNumbered } from '../../grammar/charts/drawing-number.ts'
import { choice } from '../../grammar/choice.ts'
import { noteText } from '../../grammar/note-text.ts'
import { amountAt } from '../../grammar/number.ts'
import { refuse, taken } from '../../grammar/words.ts'
import { onLargeChart } from './charts.ts'
import { alter, locked, numbered, wordsOf } from './drawing-args.ts'

/** `of 2`: the other argument is a number too, or runs to the end of the line. */
const ofNumber = { ...numbered, word: 'of', isBare: false }

const styleOf = (number: number, environment: Environment): Drawing | typeof plainStyle =>
  drawingNumbered(number, environment) ?? plainStyle

const recolour = command({
  id: 'drawing.colour',
  title: 'Colour of a drawing',
  keywords: ['color'],
  verb: 'drawing colour',
  aliases: ['drawing color'],
  when: onLargeChart,
  effect: 'local',
  args: {
    colour: optional(
      'Colour',
      choice<DrawingColour>(
        'blue or another colour',
        drawingColours.map((value) => ({ value, words: [value], title: 'Colour' })),
      ),
    ),
    drawing: ofNumber,
  },
  run: ({ drawing, colour }, environment) => {
    const next = colour ?? nextOf(drawingColours, styleOf(drawing, environment).colour)
    return alter(drawing, { kind: 'style', style: { colour: next } }, environment)
  },
  check: ({ drawing }, environment) => locked(drawing, environment),
  describe: ({ drawing, colour }, environment) =>
    `Colour ${wordsOf(drawing, environment)} ${colour ?? nextOf(drawingColours, styleOf(drawing, environment).colour)}`,
})

const thicken = command({
  id: 'drawing.width',
  title: 'Line width of a drawing',
  verb: 'drawing width',
  when: onLargeChart,
  effect: 'local',
  args: {
    width: optional(
      'Pixels',
      choice(
        '1 to 3 pixels',
        drawingWidths.map((value) => ({ value, words: [String(value)], title: `${value} px` })),
      ),
    ),
    drawing: ofNumber,
  },
  run: ({ drawing, width }, environment) => {
    const next = width ?? nextOf(drawingWidths, styleOf(drawing, environment).width)
    return alter(drawing, { kind: 'style', style: { width: next } }, environment)
  },
  check: ({ drawing }, environment) => locked(drawing, environment),
  describe: ({ drawing, width }, environment) =>
    `${width ?? nextOf(drawingWidths, styleOf(drawing, environment).width)} px: ${wordsOf(drawing, environment)}`,
})

const rupeesAtRisk: ArgKind<number> = {
  token: 'size',
  expects: 'a risk such as 5000 or 10k',
  read(line, from) {
    const found = amountAt(line, from)
    if (found === null || !['', 'rs', 'k'].includes(found.unit)) return null
    const rupees = found.unit === 'k' ? found.amount * 1_000 : found.amount
    return rupees > 0 && rupees <= RISK_MAX
      ? taken(rupees, found.to)
      : refuse(line, from, `more than ₹0, at most ${formatRupees(RISK_MAX, 0)}`)
  },
  print: String,
  complete: () => [],
}

const risk = command({
  id: 'drawing.risk',
  title: 'Risk of a drawn position',
  keywords: ['long', 'short', 'quantity', 'size'],
  verb: 'drawing risk',
  when: onLargeChart,
  effect: 'local',
  args: {
    risk: required('Rupees', rupeesAtRisk),
    drawing: ofNumber,
  },
  run: ({ drawing, risk: rupees }, environment) =>
    alter(drawing, { kind: 'style', style: { risk: rupees } }, environment),
  check: ({ drawing }, environment) => locked(drawing, environment),
  describe: ({ drawing, risk: rupees }, environment) =>
    `Risk ${formatRupees(rupees, 0)}: ${wordsOf(drawing, environment)}`,
})

const write = command({
  id: 'drawing.text',
  title: 'Text of a drawing',
  keywords: ['note', 'callout', 'label'],
  verb: 'drawing text',
  when: onLargeChart,
  effect: 'local',
  // The text runs on to the end of the line.
  args: { drawing: ofNumber, text: required('Text', noteText) },
  run: ({ drawing, text }, environment) => alter(drawing, { kind: 'text', text }, environment),
  check: ({ drawing, text }, environment) => {
    const known = drawingNumbered(drawing, environment)
    if (known !== null && toolSpecs[known.tool].hasText !== true)
      return {
        arg: 'drawing',
        found: String(drawing),
        expected: 'a text or a callout',
        message: `${toolSpecs[known.tool].name} has no text.`,
      }
    if (text.length > TEXT_MAX)
      return { arg: 'text', found: `${text.length} characters`, expected: `at most ${TEXT_MAX} characters` }
    return locked(drawing, environment)
  },
  describe: ({ drawing, text }, environment) => `${wordsOf(drawing, environment)}: ${text}`,
})

const edit = command({
  id: 'drawing.edit',
  title: 'Edit the text of the selected drawing',
  verb: 'edit drawing',
  when: `${onLargeChart} && (drawing.selected == text || drawing.selected == callout)`,
  effect: 'local',
  run: () => to('drawings', { type: 'drawing.edit' }),
})

export const drawingStyleCommands = [recolour, thicken, risk, write, edit] as const
