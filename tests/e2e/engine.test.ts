import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { exampleCandles } from '../../docs/example-candles.ts'
import { candlesFrom } from '../../src/domain/charts/candle.ts'
import { indicators } from '../../src/domain/charts/indicators.ts'
import { browserPath } from '../support/browser/browser.ts'
import { inBrowser } from '../support/browser/in-browser.ts'
import { importNifty, openPage } from '../support/browser/journey.ts'
import { hostileCases, misshapen } from '../support/engine/hostile.ts'

const script = readdirSync(join(import.meta.dirname, '../../dist/client/assets')).find((name) =>
  /^worker-.*\.js$/.test(name),
)
const input = exampleCandles()
const columns = Object.entries(candlesFrom((name) => input[name])).map(([name, column]) => [
  name,
  [...column],
])

/** Starts the shipped worker in this page and has it answer the requests in their order; JSON or what failed. */
const askWorker = (page: Page, requests: readonly unknown[]): Promise<readonly string[]> =>
  page.evaluate(
    async ({ script, requests, columns }) => {
      const worker = new Worker(`/assets/${script}`, { type: 'module' })
      const answers: string[] = []
      const heard = new Promise<void>((done, failed) => {
        worker.onerror = () => failed(new Error('the worker broke'))
        worker.onmessage = ({ data }) => {
          if (data.type === 'loadFailed') failed(new Error(JSON.stringify(data.failure)))
          if (data.type === 'answered') answers.push(data.json)
          if (data.type === 'runFailed') answers.push(JSON.stringify(data.failure))
          if (data.type !== 'loaded' && answers.length === requests.length) done()
          if (data.type === 'loaded')
            requests.forEach((request, id) => {
              const candles = Object.fromEntries(
                columns.map(([name, values]) => [name, Float64Array.from(values as number[])]),
              )
              const json = JSON.stringify(request)
              worker.postMessage({ type: 'run', id, name: 'GetTechnicals', json, candles, minutes: null })
            })
        }
      })
      worker.postMessage({ type: 'load', modules: null })
      await heard
      worker.terminate()
      return answers
    },
    { script, requests, columns },
  )

const asking = (requests: readonly unknown[]) => ({ interval: '15min', give: 'last', requests })
const good = { key: 'close', params: [0] }
const goodAnswer = { results: [{ key: 'close', outputs: { value: [input.close.at(-1)] } }] }

describe.skipIf(browserPath === null)('the engine in a browser', () => {
  const { product, browser } = inBrowser({ prepare: importNifty })

  test('refuses hostile params one by one, of every indicator, and answers the next request', async () => {
    const { page } = await openPage(browser())
    await page.goto(product().address)
    const bad = hostileCases.filter((_, index) => index % 7 === 0)
    const batches = Array.from({ length: Math.ceil(bad.length / 63) }, (_, at) =>
      bad.slice(at * 63, at * 63 + 63),
    )
    const answers = await askWorker(
      page,
      batches.flatMap((batch) => [asking(batch.map(({ request }) => request)), asking([good])]),
    )
    expect(answers.length).toBe(2 * batches.length)
    batches.forEach((batch, at) => {
      const { results } = JSON.parse(answers[2 * at] ?? '') as { results: { problem?: string }[] }
      const unsaid = batch.filter(
        ({ request, param }, index) => !results[index]?.problem?.startsWith(`${request.key}: ${param} is `),
      )
      expect(unsaid).toEqual([])
      expect(JSON.parse(answers[2 * at + 1] ?? '')).toEqual(goodAnswer)
    })
    const keys = new Set(bad.map(({ request }) => request.key))
    expect(indicators.filter(({ key, params }) => params.length > 0 && !keys.has(key))).toEqual([])
  })

  test('refuses what is no request, and answers the next one', async () => {
    const { page } = await openPage(browser())
    await page.goto(product().address)
    const answers = await askWorker(page, [
      ...misshapen.map(([one]) => asking([one, good])),
      null,
      { ...asking([good]), interval: '7min' },
      asking([good]),
    ])
    const problems = answers.slice(0, misshapen.length).map((json) => JSON.parse(json).results[0].problem)
    problems.forEach((problem, index) => {
      expect(problem).toMatch(misshapen[index]?.[1] ?? /^$/)
    })
    expect(answers.slice(misshapen.length).map((json) => JSON.parse(json))).toEqual([
      { kind: 'refused', reason: 'the request is not a JSON object' },
      { kind: 'refused', reason: 'interval is 7min' },
      goodAnswer,
    ])
  })
})
