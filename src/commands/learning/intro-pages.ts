import type { IntroPage } from '../../domain/learning/intro-address.ts'

export interface IntroLine {
  readonly line: string
  readonly note: string
}

export interface IntroStep extends IntroLine {
  readonly title: string
  /** Its command, as `nameOfDone` has it: the step is done once that has been run, by whatever key or click. */
  readonly does: string
}

export interface Intro {
  readonly title: string
  readonly words: string
  readonly steps: readonly IntroStep[]
  readonly more: readonly IntroLine[]
}

export const intros: Readonly<Record<IntroPage, Intro>> = {
  equity: {
    title: 'Equity',
    words: 'Rules on shares, in words',
    steps: [
      {
        title: 'Test a rule',
        note: 'thirty days of candles, with stop, target and charges',
        line: 'bt ema(close,9) crosses above ema(close,21) on reliance 30d 15min sl 1% tp 2%',
        does: 'backtest.run',
      },
      {
        title: 'Keep it as a strategy',
        note: 'once its report is on screen',
        line: 'save strategy "EMA cross"',
        does: 'strategy.saveRun',
      },
      {
        title: 'Change it row by row',
        note: 'rules, size, stops and hours, with a preview',
        line: 'go equity trader',
        does: 'go equity trader',
      },
    ],
    more: [
      { line: 'analyze reliance', note: 'averages and oscillators of twelve intervals' },
      { line: 'scan close > high(20) on nifty500 day', note: 'which shares fulfil a rule now' },
      { line: 'chart reliance 15m ema 9', note: 'the chart with an indicator' },
    ],
  },
  options: {
    title: 'Options',
    words: 'Legs, presets, payoff',
    steps: [
      {
        title: 'Open the chain',
        note: 'strikes, IV, greeks, open interest',
        line: 'chain nifty',
        does: 'chain.open',
      },
      {
        title: 'Build a straddle',
        note: 'legs, payoff, margin and the largest loss',
        line: 'sell straddle nifty 1l',
        does: 'basket.strategy',
      },
      {
        title: 'Read it, then send',
        note: 'bought legs go first, and a refused leg is said',
        line: 'review basket',
        does: 'basket.place',
      },
    ],
    more: [
      { line: 'buy 1l nifty atm ce @ask sl 20%', note: 'one option with a stop' },
      { line: 'clear basket', note: 'and Ctrl Z brings it back' },
      { line: 'go options trader', note: 'legs by rule: at the money, by delta, by premium' },
    ],
  },
  automate: {
    title: 'Automate',
    words: 'Let a strategy trade',
    steps: [
      {
        title: 'Choose a strategy',
        note: 'your own, or a sample with its last backtest',
        line: 'go discover strategies',
        does: 'go discover strategies',
      },
      {
        title: 'Let it run',
        note: 'virtual, automatic, or as proposals that you send',
        line: 'deploy "Opening Range Breakout" virtual',
        does: 'deployment.deploy',
      },
      {
        title: 'Watch what it does',
        note: 'each check, order and stop in its log',
        line: 'go live trades',
        does: 'go live trades',
      },
    ],
    more: [
      { line: 'go proposals', note: 'orders that wait for you' },
      { line: 'parity', note: 'what it did beside its backtest' },
      { line: 'alert infy above 1500', note: 'a notice, or an order proposed with it' },
    ],
  },
  virtual: {
    title: 'Virtual',
    words: 'Practise with real rules',
    steps: [
      {
        title: 'Place an order',
        note: 'price, margin and charges before you send it',
        line: 'buy 10 infy',
        does: 'order.buy',
      },
      {
        title: 'Look after the position',
        note: 'stop, target, exit, all by keys',
        line: 'go positions',
        does: 'go positions',
      },
      {
        title: 'Review the day',
        note: 'each round trip with its worst, its best and what if',
        line: 'journal',
        does: 'journal.open',
      },
    ],
    more: [
      { line: 'limit day loss 20000', note: 'no new position once it is lost' },
      { line: 'funds add 50000', note: 'more virtual capital' },
      { line: 'exit all', note: 'asks first' },
    ],
  },
  backtest: {
    title: 'Backtest',
    words: 'Years of data in seconds',
    steps: [
      {
        title: 'Write the rule',
        note: 'figures, trades and what is doubtful in them',
        line: 'bt rsi(14) crosses above 30 on nifty 50 30d 5min',
        does: 'backtest.run',
      },
      {
        title: 'Try its numbers',
        note: 'all combinations, and how lucky the best one is',
        line: 'sweep rsi(14) crosses above 20..40:10 on nifty 50 30d 5min',
        does: 'sweep.run',
      },
      {
        title: 'Bring your own candles',
        note: 'CSV or ZIP, checked line by line',
        line: 'import',
        does: 'import.open',
      },
    ],
    more: [
      { line: 'bt strategy "Opening Range Breakout"', note: 'a sample as it is' },
      { line: 'monte carlo', note: 'the trades of the report in another order' },
      { line: 'dashboard', note: 'what was really traded' },
    ],
  },
  direct: {
    title: 'Direct',
    words: 'Orders in one line',
    steps: [
      {
        title: 'Buy at the ask',
        note: 'contract, limit and charges appear as you type',
        line: 'buy 1l nifty atm ce @ask mis',
        does: 'order.buy',
      },
      {
        title: 'Trade by single keys',
        note: 'armed: one key buys, one sells, one exits',
        line: 'scalp nifty',
        does: 'scalper.open',
      },
      {
        title: 'Be flat',
        note: 'asks, then exits every position at the market',
        line: 'exit all',
        does: 'positions.exitAll',
      },
    ],
    more: [
      { line: 'buy 10 infy sl 1% tp 2%', note: 'with stop and target' },
      { line: 'cancel all', note: 'open orders only' },
      { line: 'watch infy, tcs', note: 'onto the watchlist' },
    ],
  },
}
