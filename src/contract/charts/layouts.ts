import * as z from 'zod/mini'
import { chartLevels, chartTypes, priceScales } from '../../domain/charts/chart-look.ts'
import { intervals } from '../../domain/charts/interval.ts'
import { chartLinks, chartSlots, INDICATOR_LENGTH_MAX } from '../../domain/charts/layout.ts'
import { PANE_NAME_MAX, PANE_SHARE_MAX, PANE_SHARE_MIN } from '../../domain/charts/panes.ts'
import { listNamePattern, listNameWords } from '../../domain/list-name.ts'
import { endpoint } from '../endpoint.ts'
import { InstrumentKey } from '../instruments/instrument-key.ts'
import { isPlain } from '../plain-text.ts'

export const CHART_LAYOUTS_MAX = 50
const INDICATORS_MAX = 10

const Name = z.string().check(z.regex(listNamePattern, listNameWords), z.trim(), z.minLength(1))

export const ChartLayout = z.strictObject({
  name: Name,
  links: z.array(z.enum(chartLinks)).check(z.maxLength(chartLinks.length)),
  /** As many as are shown, in their order. */
  charts: z
    .array(
      z.strictObject({
        sym: InstrumentKey,
        interval: z.enum(intervals),
        /** Such as `ema(close,9)`. */
        indicators: z
          .array(z.string().check(z.maxLength(INDICATOR_LENGTH_MAX), isPlain))
          .check(z.maxLength(INDICATORS_MAX)),
        type: z.enum(chartTypes),
        scale: z.enum(priceScales),
        levels: z.array(z.enum(chartLevels)).check(z.maxLength(chartLevels.length)),
        /** Heights by pane, as shares of the usual one. */
        panes: z.optional(
          z.record(
            z.string().check(z.maxLength(PANE_NAME_MAX), isPlain),
            z.number().check(z.minimum(PANE_SHARE_MIN), z.maximum(PANE_SHARE_MAX)),
          ),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(chartSlots.length)),
})

export const getChartLayouts = endpoint({
  name: 'getChartLayouts',
  method: 'GET',
  path: '/chart-layouts',
  answerBytesMax: 1024 * 1024,
  reply: z.array(ChartLayout),
  failure: 'Error fetching chart layouts',
  summary: "The user's chart layouts, by name.",
})

export const saveChartLayout = endpoint({
  name: 'saveChartLayout',
  method: 'POST',
  path: '/chart-layouts',
  body: ChartLayout,
  failure: 'Error saving chart layout',
  summary: 'Saves a chart layout; one of the same name is replaced.',
})

export const deleteChartLayout = endpoint({
  name: 'deleteChartLayout',
  method: 'DELETE',
  path: '/chart-layouts/:name',
  query: z.strictObject({ name: Name }),
  failure: 'Error deleting chart layout',
  summary: 'Removes a chart layout.',
})
