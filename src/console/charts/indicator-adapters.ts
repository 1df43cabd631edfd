import { fromPromise } from 'xstate'
import { guideOfRows, type IndicatorGuide } from '../../domain/charts/indicator-guide.ts'
import { indicatorGuideMachine } from '../../machines/charts/indicator-guide.ts'
import { texts } from '../../machines/texts.ts'
import type { Platform } from '../../platform/platform.ts'

const INDICATORS_URL = '/indicators/indicators.csv'

type GuidePorts = Pick<Platform, 'fetch' | 'log'>

const loadGuide = async (fetch: GuidePorts['fetch'], signal: AbortSignal): Promise<IndicatorGuide> => {
  const [{ parse }, response] = await orNotSetUp(
    Promise.all([import('papaparse'), fetch(INDICATORS_URL, { signal })]),
  )
  // HTTP/2 has no status text.
  if (!response.ok) throw new Error(`${texts.csvNotFetched}: ${response.statusText || response.status}`)
  const csv = await orNotSetUp(response.text())
  const guide = guideOfRows(parse<string[]>(csv, { skipEmptyLines: true }).data)
  return guide.size > 0 ? guide : notSetUp(new Error('the file holds none'))
}

const orNotSetUp = <Value>(work: Promise<Value>): Promise<Value> => work.catch(notSetUp)

const notSetUp = (cause: unknown): never => {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Error(`${texts.indicatorsNotSetUp}: ${reason}`, { cause })
}

export const provideIndicatorGuide = ({ fetch, log }: GuidePorts): typeof indicatorGuideMachine =>
  indicatorGuideMachine.provide({
    actors: { load: fromPromise(({ signal }) => loadGuide(fetch, signal)) },
    actions: { log: (_, text) => log(text) },
  })
