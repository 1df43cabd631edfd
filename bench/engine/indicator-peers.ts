import { createRequire } from 'node:module'
import * as debut from '@debut/indicators'
import ixjb94 from '@ixjb94/indicators'
import * as indicatorts from 'indicatorts'
import * as technical from 'technicalindicators'
import * as signals from 'trading-signals'
import type { Candles } from '../../src/domain/charts/candle.ts'
import type { Report } from '../report.ts'
import type { BenchedIndicator } from './plain-indicators.ts'

export type Peer = Partial<Record<BenchedIndicator, () => void>>

/** Inputs are converted beforehand and not timed. */
export const indicatorPeers = (candles: Candles, report: Report): Readonly<Record<string, Peer>> => {
  const [high, low, close] = [candles.high, candles.low, candles.close].map((column) => [...column])
  if (high === undefined || low === undefined || close === undefined) throw new Error('a column is missing')
  const series = { high, low, close }
  return {
    technicalindicators: technicalIndicators(series),
    'trading-signals': tradingSignals(series),
    indicatorts: indicatorTs(series),
    '@debut/indicators': debutIndicators(series),
    '@ixjb94/indicators': ixjb94Indicators(series),
    ...nativePeers(series, report),
  }
}

interface Series {
  readonly high: number[]
  readonly low: number[]
  readonly close: number[]
}

const technicalIndicators = ({ high, low, close }: Series): Peer => ({
  sma: () => technical.SMA.calculate({ period: 20, values: close }),
  ema: () => technical.EMA.calculate({ period: 20, values: close }),
  rsi: () => technical.RSI.calculate({ period: 14, values: close }),
  atr: () => technical.ATR.calculate({ period: 14, high, low, close }),
  macd: () =>
    technical.MACD.calculate({
      ...{ values: close, fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 },
      ...{ SimpleMAOscillator: false, SimpleMASignal: false },
    }),
  bollinger: () => technical.BollingerBands.calculate({ period: 20, values: close, stdDev: 2 }),
  adx: () => technical.ADX.calculate({ period: 14, high, low, close }),
  stochastic: () => technical.Stochastic.calculate({ period: 14, signalPeriod: 3, high, low, close }),
})

/** Fed candle by candle, as this library requires; results are kept like those of the others. */
const tradingSignals = ({ high, low, close }: Series): Peer => {
  const bars = close.map((price, row) => ({ high: high[row] ?? 0, low: low[row] ?? 0, close: price }))
  const over =
    <Input, Result>(inputs: readonly Input[], make: () => { add(input: Input): Result }) =>
    () => {
      const one = make()
      const results: Result[] = []
      for (const input of inputs) results.push(one.add(input))
    }
  return {
    sma: over(close, () => new signals.SMA(20)),
    ema: over(close, () => new signals.EMA(20)),
    rsi: over(close, () => new signals.RSI(14)),
    atr: over(bars, () => new signals.ATR(14)),
    macd: over(close, () => new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9))),
    bollinger: over(close, () => new signals.BollingerBands(20, 2)),
    adx: over(bars, () => new signals.ADX(14)),
    stochastic: over(
      bars,
      () => new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }),
    ),
    supertrend: over(bars, () => new signals.SuperTrend({ interval: 7, multiplier: 3 })),
  }
}

const indicatorTs = ({ high, low, close }: Series): Peer => ({
  sma: () => indicatorts.sma(close, { period: 20 }),
  ema: () => indicatorts.ema(close, { period: 20 }),
  rsi: () => indicatorts.rsi(close, { period: 14 }),
  atr: () => indicatorts.atr(high, low, close, { period: 14 }),
  macd: () => indicatorts.macd(close, { fast: 12, slow: 26, signal: 9 }),
  bollinger: () => indicatorts.bb(close, { period: 20 }),
  stochastic: () => indicatorts.stoch(high, low, close, { kPeriod: 14, dPeriod: 3 }),
})

const debutIndicators = ({ high, low, close }: Series): Peer => {
  const overCloses = (make: () => { nextValue(value: number): unknown }) => () => {
    const one = make()
    const results: unknown[] = []
    for (const price of close) results.push(one.nextValue(price))
  }
  const overBars = (make: () => { nextValue(high: number, low: number, close: number): unknown }) => () => {
    const one = make()
    const results: unknown[] = []
    for (let row = 0; row < close.length; row++)
      results.push(one.nextValue(high[row] as number, low[row] as number, close[row] as number))
  }
  return {
    sma: overCloses(() => new debut.SMA(20)),
    ema: overCloses(() => new debut.EMA(20)),
    rsi: overCloses(() => new debut.RSI(14)),
    atr: overBars(() => new debut.ATR(14, 'SMMA')),
    macd: overCloses(() => new debut.MACD(12, 26, 9)),
    bollinger: overCloses(() => new debut.BollingerBands(20, 2)),
    adx: overBars(() => new debut.ADX(14)),
    stochastic: overBars(() => new debut.Stochastic(14, 3)),
    supertrend: overBars(() => new debut.SuperTrend(7, 3, 'SMMA')),
  }
}

const ixjb94Indicators = ({ high, low, close }: Series): Peer => {
  const library = new ixjb94.IndicatorsSync()
  return {
    sma: () => library.sma(close, 20),
    ema: () => library.ema(close, 20),
    rsi: () => library.rsi(close, 14),
    atr: () => library.atr(high, low, close, 14),
    macd: () => library.macd(close, 12, 26, 9),
    bollinger: () => library.bbands(close, 20, 2),
    adx: inTurn(
      () => library.adx(high, low, 14),
      () => library.di(high, low, close, 14),
    ),
    stochastic: () => library.stoch(high, low, close, 14, 3, 3),
  }
}

/** For a library whose ADX lacks the two directional lines, which are then computed by further calls. */
const inTurn =
  (...calls: readonly (() => unknown)[]) =>
  (): void => {
    for (const call of calls) call()
  }

/** `import` cannot load native modules. */
const load = createRequire(import.meta.url)

interface Tulip {
  readonly indicators: Readonly<
    Record<string, { indicator(inputs: number[][], options: number[], done: (error: unknown) => void): void }>
  >
}

interface TaLib {
  execute(asked: Readonly<Record<string, unknown>>): { readonly error?: unknown }
}

const nativePeers = (series: Series, report: Report): Readonly<Record<string, Peer>> => {
  const optional = <Library>(name: string): Library | null => {
    try {
      return load(name) as Library
    } catch {
      report.note(`${name} is left out: it could not be compiled here`)
      return null
    }
  }
  const tulip = optional<Tulip>('tulind')
  const talib = optional<TaLib>('talib')
  return {
    ...(tulip === null ? {} : { tulind: tulipIndicators(tulip, series) }),
    ...(talib === null ? {} : { talib: talibIndicators(talib, series) }),
  }
}

const tulipIndicators = ({ indicators }: Tulip, { high, low, close }: Series): Peer => {
  const ask = (name: string, inputs: number[][], options: number[]) => () =>
    indicators[name]?.indicator(inputs, options, (error) => {
      if (error) throw error
    })
  const all = [high, low, close]
  return {
    sma: ask('sma', [close], [20]),
    ema: ask('ema', [close], [20]),
    rsi: ask('rsi', [close], [14]),
    atr: ask('atr', all, [14]),
    macd: ask('macd', [close], [12, 26, 9]),
    bollinger: ask('bbands', [close], [20, 2]),
    adx: inTurn(ask('adx', all, [14]), ask('di', all, [14])),
    stochastic: ask('stoch', all, [14, 3, 3]),
  }
}

const talibIndicators = (talib: TaLib, { high, low, close }: Series): Peer => {
  const ask = (name: string, options: Readonly<Record<string, unknown>>) => () => {
    const { error } = talib.execute({ name, startIdx: 0, endIdx: close.length - 1, ...options })
    if (error) throw new Error(String(error))
  }
  const all = { high, low, close }
  return {
    sma: ask('SMA', { inReal: close, optInTimePeriod: 20 }),
    ema: ask('EMA', { inReal: close, optInTimePeriod: 20 }),
    rsi: ask('RSI', { inReal: close, optInTimePeriod: 14 }),
    atr: ask('ATR', { ...all, optInTimePeriod: 14 }),
    macd: ask('MACD', {
      inReal: close,
      ...{ optInFastPeriod: 12, optInSlowPeriod: 26, optInSignalPeriod: 9 },
    }),
    bollinger: ask('BBANDS', {
      inReal: close,
      ...{ optInTimePeriod: 20, optInNbDevUp: 2, optInNbDevDn: 2, optInMAType: 0 },
    }),
    adx: inTurn(
      ask('ADX', { ...all, optInTimePeriod: 14 }),
      ask('PLUS_DI', { ...all, optInTimePeriod: 14 }),
      ask('MINUS_DI', { ...all, optInTimePeriod: 14 }),
    ),
    stochastic: ask('STOCH', {
      ...all,
      ...{ optInFastK_Period: 14, optInSlowK_Period: 3, optInSlowK_MAType: 0 },
      ...{ optInSlowD_Period: 3, optInSlowD_MAType: 0 },
    }),
  }
}
