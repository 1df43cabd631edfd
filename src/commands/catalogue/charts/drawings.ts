import { extended } from '../../../domain/charts/drawings/drawing.ts'
import { drawingInWords } from '../../../domain/charts/drawings/drawing-words.ts'
import {
  type DrawingTool,
  drawingTools,
  pointsToPlace,
  toolSpecs,
} from '../../../domain/charts/drawings/tools.ts'
import { type ArgProblem, command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { drawingNumber, drawingNumbered, selectedNumber } from '../../grammar/charts/drawing-number.ts'
import { drawingPoints } from '../../grammar/charts/drawing-points.ts'
import { choice } from '../../grammar/choice.ts'
import { onLargeChart } from './charts.ts'
import { alter, chartOf, locked, numbered, selectedAt, wordsOf } from './drawing-args.ts'
import { drawingOrderCommands } from './drawing-orders.ts'
import { drawingStyleCommands } from './drawing-style.ts'

const drawingTool = choice<DrawingTool>(
  'a tool such as trend, horizontal or fib',
  drawingTools.map((value) => ({ value, words: [value], title: toolSpecs[value].name })),
)

const pointsProblem = (tool: DrawingTool, count: number): ArgProblem | null => {
  const { name, isOpenEnded = false, points } = toolSpecs[tool]
  const least = pointsToPlace(tool)
  if (isOpenEnded ? count >= least : count === least || count === points) return null
  const wanted = `${least} ${least === 1 ? 'point' : 'points'}${isOpenEnded ? ' or more' : ''}`
  return { arg: 'points', found: `${count}`, expected: wanted, message: `${name} needs ${wanted}.` }
}

const draw = command({
  id: 'drawing.draw',
  title: 'Draw on the chart',
  keywords: ['trend line', 'fibonacci', 'horizontal', 'channel', 'rectangle', 'note', 'measure', 'tool'],
  verb: 'draw',
  when: onLargeChart,
  effect: 'local',
  args: { tool: required('Tool', drawingTool), points: optional('Points', drawingPoints) },
  run: ({ tool, points }, environment) => {
    const instrument = chartOf(environment)
    return points === undefined || instrument === null
      ? to('drawings', { type: 'drawing.tool', tool })
      : to('drawings', { type: 'drawing.add', instrument, tool, points })
  },
  check: ({ tool, points }) => (points === undefined ? null : pointsProblem(tool, points.length)),
  describe: ({ tool, points }) =>
    points === undefined
      ? `Draw: ${toolSpecs[tool].name}`
      : `Draw ${drawingInWords({ tool, points, text: '' })}`,
})

const stop = command({
  id: 'drawing.cancel',
  title: 'Stop drawing',
  keywords: ['deselect', 'tool', 'escape'],
  verb: 'stop drawing',
  when: onLargeChart,
  effect: 'read',
  run: () => to('drawings', { type: 'drawing.cancel' }),
})

const select = command({
  id: 'drawing.select',
  title: 'Select a drawing',
  verb: 'select drawing',
  when: onLargeChart,
  effect: 'read',
  args: { drawing: required('Drawing', drawingNumber) },
  run: ({ drawing }, environment) =>
    to('drawings', { type: 'drawing.select', selected: selectedAt(drawing, environment) }),
  describe: ({ drawing }, environment) => `Select ${wordsOf(drawing, environment)}`,
})

/** Among those that are shown; the first or last where none is selected. */
const stepped = (by: 1 | -1, environment: Environment) => {
  const list = environment.drawings?.list ?? []
  const shown = list.flatMap(({ isHidden }, index) => (isHidden ? [] : [index + 1]))
  const from = shown.indexOf(selectedNumber(environment) ?? 0)
  const number = from < 0 ? shown.at(by > 0 ? 0 : -1) : shown[(from + by + shown.length) % shown.length]
  return to('drawings', { type: 'drawing.select', selected: selectedAt(number ?? 0, environment) })
}

const next = command({
  id: 'drawing.next',
  title: 'Next drawing',
  keywords: ['select'],
  verb: 'next drawing',
  when: onLargeChart,
  effect: 'read',
  run: (_, environment) => stepped(1, environment),
})

const previous = command({
  id: 'drawing.previous',
  title: 'Previous drawing',
  keywords: ['select'],
  verb: 'previous drawing',
  when: onLargeChart,
  effect: 'read',
  run: (_, environment) => stepped(-1, environment),
})

const remove = command({
  id: 'drawing.remove',
  title: 'Remove a drawing',
  keywords: ['delete', 'erase'],
  verb: 'remove drawing',
  when: onLargeChart,
  effect: 'local',
  args: { drawing: numbered },
  run: ({ drawing }, environment) => {
    const of = selectedAt(drawing, environment)
    return of === null ? [] : to('drawings', { type: 'drawing.remove', of })
  },
  check: ({ drawing }, environment) => locked(drawing, environment),
  describe: ({ drawing }, environment) => `Remove ${wordsOf(drawing, environment)}`,
})

const removeAll = command({
  id: 'drawings.removeAll',
  title: 'Remove all drawings of the chart',
  keywords: ['delete', 'clear'],
  verb: 'remove all drawings',
  when: onLargeChart,
  effect: 'local',
  run: (_, environment) => {
    const instrument = chartOf(environment)
    return instrument === null ? [] : to('drawings', { type: 'drawings.removeAll', instrument })
  },
})

const undo = command({
  id: 'drawing.undo',
  title: 'Undo on the chart',
  keywords: ['drawing'],
  verb: 'undo drawing',
  when: onLargeChart,
  effect: 'local',
  run: () => to('drawings', { type: 'drawing.undo' }),
})

const redo = command({
  id: 'drawing.redo',
  title: 'Redo on the chart',
  keywords: ['drawing'],
  verb: 'redo drawing',
  when: onLargeChart,
  effect: 'local',
  run: () => to('drawings', { type: 'drawing.redo' }),
})

const lock = command({
  id: 'drawing.lock',
  title: 'Lock or unlock a drawing',
  verb: 'lock drawing',
  aliases: ['unlock drawing'],
  when: onLargeChart,
  effect: 'local',
  args: { drawing: numbered },
  run: ({ drawing }, environment) => alter(drawing, { kind: 'lock' }, environment),
  describe: ({ drawing }, environment) =>
    `${drawingNumbered(drawing, environment)?.isLocked === true ? 'Unlock' : 'Lock'} ${wordsOf(drawing, environment)}`,
})

const hide = command({
  id: 'drawing.hide',
  title: 'Hide or show a drawing',
  verb: 'hide drawing',
  aliases: ['show drawing'],
  when: onLargeChart,
  effect: 'local',
  args: { drawing: numbered },
  run: ({ drawing }, environment) => alter(drawing, { kind: 'hide' }, environment),
  describe: ({ drawing }, environment) =>
    `${drawingNumbered(drawing, environment)?.isHidden === true ? 'Show' : 'Hide'} ${wordsOf(drawing, environment)}`,
})

const extend = command({
  id: 'drawing.extend',
  title: 'Extend a drawing',
  keywords: ['ray', 'right'],
  verb: 'extend drawing',
  when: onLargeChart,
  effect: 'local',
  args: { drawing: numbered },
  run: ({ drawing }, environment) => alter(drawing, { kind: 'extend' }, environment),
  check: ({ drawing: number }, environment) => {
    const drawing = drawingNumbered(number, environment)
    if (drawing === null || extended(drawing) !== null) return locked(number, environment)
    const { name } = toolSpecs[drawing.tool]
    return {
      arg: 'drawing',
      found: String(number),
      expected: 'a line, channel, rectangle or Fibonacci tool',
      message: `${name} cannot be extended.`,
    }
  },
  describe: ({ drawing }, environment) => `Extend ${wordsOf(drawing, environment)}`,
})

const snap = command({
  id: 'drawings.snap',
  title: 'Snap drawings to candles, or stop',
  keywords: ['magnet'],
  verb: 'snap drawings',
  when: onLargeChart,
  effect: 'local',
  run: () => to('drawings', { type: 'drawings.snap' }),
})

const hideAll = command({
  id: 'drawings.hide',
  title: 'Hide or show all drawings',
  verb: 'hide drawings',
  aliases: ['show drawings'],
  when: onLargeChart,
  effect: 'local',
  run: () => to('drawings', { type: 'drawings.hide' }),
})

export const drawingCommands = [
  draw,
  stop,
  select,
  next,
  previous,
  remove,
  removeAll,
  undo,
  redo,
  lock,
  hide,
  extend,
  snap,
  hideAll,
  ...drawingStyleCommands,
  ...drawingOrderCommands,
] as const
