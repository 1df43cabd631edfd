export interface LaterScreen {
  readonly title: string
  /** What the screen will hold. */
  readonly sentence: string
}

/** Screens whose lifecycle is not there yet, by path: one sentence each. */
export const laterScreens: Readonly<Record<string, LaterScreen>> = {
  '/dashboard': {
    title: 'Dashboard',
    sentence:
      'Here the P&L of every day, each strategy, margins used and charges paid will stand side by side.',
  },
  '/markets': {
    title: 'Scalper',
    sentence:
      'Here a chart, its option chain, a quick order and your positions will share one screen, with keys that trade once armed.',
  },
  '/strategy': {
    title: 'Strategy builder',
    sentence:
      'Here a strategy on shares or option legs will be put together, as sentences and as text, and saved.',
  },
  '/my-strategies': {
    title: 'My strategies',
    sentence: 'Here your saved strategies will be searched, copied, backtested and deployed.',
  },
  '/discover-strategies': {
    title: 'Strategies',
    sentence: 'Here sample strategies will be listed, each to be opened, copied or backtested.',
  },
  '/scanners': {
    title: 'All scanners',
    sentence: 'Here every scanner, yours and the samples, will be one list.',
  },
  '/my-scanners': {
    title: 'My scanners',
    sentence: 'Here your saved scanners will be run, and their alerts set and stopped.',
  },
  '/discover-scanners': {
    title: 'Scanners',
    sentence: 'Here sample scanners will be listed, each to be opened, copied or run.',
  },
  '/scanner': {
    title: 'Create Scanner',
    sentence: 'Here a condition over a universe or a watchlist will find the stocks that meet it now.',
  },
  '/scanner/:slug': {
    title: 'Scanner',
    sentence: 'Here a saved scanner will be edited, run, and watched for alerts.',
  },
  '/scanner-result': {
    title: 'Scanner result',
    sentence: 'Here the stocks a scan found will be listed with their live prices.',
  },
  '/scanner-details': {
    title: 'Scanner details',
    sentence: 'Here the alerts of a scanner will be listed, newest first.',
  },
  '/live-trades': {
    title: 'Live Strategies',
    sentence:
      'Here running deployments, live, auto and virtual, will show their P&L and orders, and can be stopped.',
  },
  '/live-alerts': {
    title: 'Live Scanners',
    sentence: 'Here running scanner alerts will be watched and stopped.',
  },
  '/analyze': {
    title: 'Analyze',
    sentence:
      'Here put-call ratio, advances and declines, straddle volatility and a technical summary will be drawn over time.',
  },
  '/trading-view': {
    title: 'Chart',
    sentence: 'Here a full chart will hold every interval, indicators, drawings and your orders.',
  },
  '/order-book': {
    title: 'Order Book',
    sentence: 'Here every order of the day will be listed, modified and cancelled.',
  },
  '/positions': {
    title: 'Positions',
    sentence:
      'Here open positions will show their P&L as prices move, and can be exited one by one or at once.',
  },
  '/holdings': {
    title: 'Holdings',
    sentence: 'Here what you own will be listed with what it cost and what it is worth.',
  },
  '/order-window': {
    title: 'Order window',
    sentence: 'Here one order or a basket will be priced, with charges and margin, before it is sent.',
  },
  '/equity-search': {
    title: 'Instrument search',
    sentence: 'Here all instruments will be filtered by segment, expiry and type.',
  },
  '/deployment-dialog': {
    title: 'Deploy',
    sentence: 'Here a strategy will be given its mode, symbols, quantity and limits, and set to work.',
  },
  '/watchlist': {
    title: 'Watchlist',
    sentence: 'Here your lists of instruments will be kept, with live prices.',
  },
  '/notifications': {
    title: 'Notifications',
    sentence: 'Here everything the console told you will be kept, by kind, with what is unread.',
  },
}
