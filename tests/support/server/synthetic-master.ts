const header =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange,universe'

interface Row {
  readonly symbol: string
  readonly name: string
  readonly expiry?: string
  readonly strike?: number
  readonly tick?: number
  readonly lot?: number
  readonly type?: 'EQ' | 'FUT' | 'CE' | 'PE'
  readonly segment: string
  readonly exchange: string
  readonly universe?: string
}

export const masterOf = (rows: readonly Row[]): string =>
  [
    header,
    ...rows.map(
      (
        {
          symbol,
          name,
          expiry = '',
          strike = 0,
          tick = 0.05,
          lot = 1,
          type = 'EQ',
          segment,
          exchange,
          universe = '000000',
        },
        index,
      ) =>
        [
          256 * (index + 1) + 1,
          index + 1,
          symbol,
          name,
          0,
          expiry,
          strike,
          tick,
          lot,
          type,
          segment,
          exchange,
          universe,
        ].join(','),
    ),
    '',
  ].join('\n')

export const optionRows = (
  root: string,
  code: string,
  expiry: string,
  strikes: readonly number[],
  lot: number,
  exchange: 'NFO' | 'BFO' = 'NFO',
): readonly Row[] =>
  strikes.flatMap((strike) =>
    (['CE', 'PE'] as const).map((type) => ({
      symbol: `${root}${code}${strike}${type}`,
      name: root,
      expiry,
      strike,
      lot,
      type,
      segment: `${exchange}-OPT`,
      exchange,
    })),
  )

export const futureRow = (
  root: string,
  code: string,
  expiry: string,
  lot: number,
  exchange: 'NFO' | 'BFO' = 'NFO',
): Row => ({
  symbol: `${root}${code}FUT`,
  name: root,
  expiry,
  lot,
  tick: 0.1,
  type: 'FUT',
  segment: `${exchange}-FUT`,
  exchange,
})

const indexRow = (symbol: string, exchange: 'NSE' | 'BSE' = 'NSE'): Row => ({
  symbol,
  name: symbol,
  tick: 0,
  lot: 0,
  segment: 'INDICES',
  exchange,
})

const shareRow = (
  symbol: string,
  name: string,
  universe = '000000',
  exchange: 'NSE' | 'BSE' = 'NSE',
): Row => ({
  symbol,
  name,
  segment: exchange,
  exchange,
  universe,
})

const range = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

/** About a hundred rows with every kind of instrument, as of 21 Nov 2026. */
export const smallMaster = (): string =>
  masterOf([
    ...['NIFTY 50', 'NIFTY BANK', 'NIFTY FIN SERVICE', 'NIFTY NEXT 50', 'INDIA VIX', 'NIFTY IT'].map(
      (symbol) => indexRow(symbol),
    ),
    indexRow('SENSEX', 'BSE'),
    shareRow('RELIANCE', 'RELIANCE INDUSTRIES', '111101'),
    shareRow('RELIGARE', 'RELIGARE ENTERPRISES', '000100'),
    shareRow('INFY', 'INFOSYS', '111101'),
    shareRow('TCS', 'TATA CONSULTANCY SERVICES', '111101'),
    shareRow('HDFCBANK', 'HDFC BANK', '111111'),
    shareRow('M&M', 'MAHINDRA & MAHINDRA', '111101'),
    shareRow('BAJAJ-AUTO', 'BAJAJ AUTO', '111100'),
    shareRow('5PAISA', '5PAISA CAPITAL'),
    shareRow('RELIANCE', 'RELIANCE INDUSTRIES', '000001', 'BSE'),
    shareRow('AARTIPP', 'AARTI PHARMALABS', '000000', 'BSE'),
    futureRow('NIFTY', '26NOV', '2026-11-23', 65),
    futureRow('NIFTY', '26DEC', '2026-12-29', 75),
    futureRow('BANKNIFTY', '26NOV', '2026-11-23', 30),
    futureRow('RELIANCE', '26NOV', '2026-11-23', 500),
    futureRow('SENSEX', '26NOV', '2026-11-26', 20, 'BFO'),
    futureRow('RELIANCE', '26NOV', '2026-11-26', 500, 'BFO'),
    ...optionRows('NIFTY', '26NOV', '2026-11-23', range(25_800, 26_100, 50), 65),
    ...optionRows('NIFTY', '26D01', '2026-12-01', range(25_800, 26_100, 50), 65),
    ...optionRows('NIFTY', '26D08', '2026-12-08', range(25_900, 26_000, 50), 65),
    ...optionRows('NIFTY', '26DEC', '2026-12-29', range(25_900, 26_000, 50), 75),
    ...optionRows('BANKNIFTY', '26NOV', '2026-11-23', range(58_000, 58_400, 100), 30),
    ...optionRows('RELIANCE', '26NOV', '2026-11-23', [1540, 1542.5, 1560], 500),
    ...optionRows('SENSEX', '26NOV', '2026-11-26', [84_900, 85_000], 20, 'BFO'),
  ])

/** About 100,000 rows in the proportions of the real market; deterministic. */
export const largeMaster = (): string => {
  const next = randomNumbers(20_261_121)
  const shares = Array.from(new Set(Array.from({ length: 2_900 }, () => invented(next)))).slice(0, 2_500)
  const traded = shares.slice(0, 208)
  const months = [
    ['26NOV', '2026-11-23'],
    ['26DEC', '2026-12-29'],
    ['27JAN', '2027-01-25'],
  ] as const
  const weeks = [
    ['26D01', '2026-12-01'],
    ['26D08', '2026-12-08'],
    ['26D15', '2026-12-15'],
    ['26D22', '2026-12-22'],
  ] as const
  const indices = [
    'NIFTY 50',
    'NIFTY BANK',
    'NIFTY FIN SERVICE',
    'NIFTY MID SELECT',
    'NIFTY NEXT 50',
    'INDIA VIX',
  ]
  const flags = (index: number): string => {
    const nested = [50, 100, 200, 500].map((size) => (index < size ? '1' : '0')).join('')
    return `${nested}${index < 14 ? '1' : '0'}${index < 30 ? '1' : '0'}`
  }
  const stock = (root: string, exchange: 'NFO' | 'BFO'): readonly Row[] => {
    const middle = 100 * Math.ceil(next() * 40)
    return months.flatMap(([code, expiry], month) => [
      futureRow(root, code, expiry, 500, exchange),
      ...optionRows(
        root,
        code,
        expiry,
        range(middle * 0.8, middle * 1.2, middle / (month === 2 ? 60 : 90)).map(toStrike),
        500,
        exchange,
      ),
    ])
  }
  return masterOf([
    ...indices.map((symbol) => indexRow(symbol)),
    ...Array.from({ length: 130 }, (_, index) => indexRow(`NIFTY ${shares[index]?.slice(0, 5)} ${index}`)),
    indexRow('SENSEX', 'BSE'),
    indexRow('BANKEX', 'BSE'),
    ...shares.map((symbol, index) => shareRow(symbol, `${symbol} LIMITED`, flags(index))),
    ...shares.map((symbol) => shareRow(symbol, `${symbol} LIMITED`, '000000', 'BSE')),
    ...Array.from({ length: 2_000 }, () =>
      shareRow(`${invented(next)}X`, 'UNLISTED ELSEWHERE LIMITED', '000000', 'BSE'),
    ),
    ...[...months, ...weeks].flatMap(([code, expiry]) => [
      ...optionRows('NIFTY', code, expiry, range(22_000, 28_000, 50), 65),
      ...optionRows('SENSEX', code, expiry, range(79_000, 91_000, 100), 20, 'BFO'),
    ]),
    ...months.flatMap(([code, expiry]) => [
      futureRow('NIFTY', code, expiry, 65),
      futureRow('BANKNIFTY', code, expiry, 30),
      futureRow('SENSEX', code, expiry, 20, 'BFO'),
      ...optionRows('BANKNIFTY', code, expiry, range(50_000, 66_000, 100), 30),
      ...optionRows('FINNIFTY', code, expiry, range(24_000, 29_000, 50), 60),
    ]),
    ...traded.flatMap((root) => stock(root, 'NFO')),
    ...traded.slice(0, 190).flatMap((root) => stock(root, 'BFO')),
  ])
}

const toStrike = (price: number): number => Math.round(price * 2) / 2

const invented = (next: () => number): string => {
  const pick = (letters: string): string => letters[Math.floor(next() * letters.length)] ?? ''
  const pairs = 2 + Math.floor(next() * 3)
  return (
    Array.from({ length: pairs }, () => pick('BCDGHJKLMNPRSTV') + pick('AEIOU')).join('') + pick('LMNRST')
  )
}

const randomNumbers = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
