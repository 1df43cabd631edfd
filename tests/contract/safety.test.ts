import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { defaultBases, type Endpoint } from '../../src/contract/endpoint.ts'

const calls = contract as readonly Endpoint[]
const lineOf = ({ method, base, path }: Endpoint): string => `${method} ${defaultBases[base]}${path}`
const where = (has: (call: Endpoint) => boolean): readonly string[] => calls.filter(has).map(lineOf)

const reducing = [
  'GET /api/deployments/force_stop',
  'POST /api/deployments/pause',
  'POST /api/deployments/proposals/drop',
  'GET /api/orders/cancel_order',
  'POST /api/orders/cancel_order',
  'DELETE /api/orders/gtt',
  'POST /api/orders/cancel_all',
  'POST /api/orders/exit_all',
  'GET /api/orders/kill_switch',
  'POST /api/orders/kill_switch',
]

describe('by the contract', () => {
  test('cancels, exits of everything and the kill switch reduce risk and have a budget of their own', () => {
    expect(where(({ riskReducing }) => riskReducing)).toEqual(reducing)
    expect(where(({ budget }) => budget === 'riskReducing')).toEqual(reducing)
  })

  test('previews and candles each have a budget of their own, and every other call the general one', () => {
    expect(where(({ budget }) => budget === 'previews')).toEqual(['POST /api/orders/preview'])
    expect(where(({ budget }) => budget === 'candles')).toEqual(['GET /api/instruments/candles'])
    expect(where(({ budget }) => budget === 'general').length).toEqual(calls.length - reducing.length - 2)
  })

  test('an outdated page may read, reduce risk and sign out, but not enable trading', () => {
    expect(
      where(({ effect, servedToOutdatedPage }) => effect === 'changes' && servedToOutdatedPage !== false),
    ).toEqual(['GET /api/logout', ...reducing.filter((line) => line !== 'GET /api/orders/kill_switch')])
    expect(
      calls
        .filter(({ servedToOutdatedPage }) => typeof servedToOutdatedPage === 'object')
        .map((call) => [lineOf(call), call.servedToOutdatedPage]),
    ).toEqual([['POST /api/orders/kill_switch', { ifBody: { is_on: true } }]])
    expect(
      where(({ effect, servedToOutdatedPage }) => effect === 'reads' && servedToOutdatedPage !== true),
    ).toEqual([])
  })

  test('a password that someone else set is for changing it, and for nothing else', () => {
    expect(where(({ servedWithGivenPassword }) => servedWithGivenPassword)).toEqual([
      'GET /api/logout',
      'GET /api/get_user',
      'POST /api/change_password',
    ])
  })

  test('larger bodies are reports, lists of holidays and drawings', () => {
    const limited = calls.filter(({ bodyLimits }) => Object.keys(bodyLimits).length > 0)
    const report = { bytes: 8_388_608, keys: 1_000_000, items: 1_000_000 }
    const list = { bytes: 163_840, textLength: 65_536 }
    expect(Object.fromEntries(limited.map((call) => [lineOf(call), call.bodyLimits]))).toEqual({
      'POST /api/backtest/save': report,
      'POST /api/backtest/save_cumulative': report,
      'POST /api/instruments/holidays/preview': list,
      'POST /api/instruments/holidays': list,
      'POST /api/drawings': { bytes: 2_097_152, keys: 150_000, items: 150_000 },
    })
  })

  test('room is reserved for answers that can be large', () => {
    const MB = 1_048_576
    const large = calls.filter(({ answerBytesMax }) => answerBytesMax !== 0)
    expect(Object.fromEntries(large.map((call) => [lineOf(call), call.answerBytesMax]))).toEqual({
      'GET /api/backtest/get': 32 * MB,
      'GET /api/backtest/get_single': 8 * MB,
      'GET /api/backtest/all': MB,
      'GET /api/config/instrumentsList': 4 * MB,
      'GET /api/instruments/candles': 'perCandle',
      'GET /api/drawings': 2 * MB,
      'GET /api/chart-layouts': MB,
      'GET /api/definitions': 2 * MB,
      'GET /api/definitions/:name/versions': 2 * MB,
      'GET /api/options/option-chain': MB,
      'GET /api/deployments/all': 4 * MB,
      'GET /api/deployments/order_log': MB,
      'GET /api/deployments/deeds': 4 * MB,
      'GET /api/deployments/proposals': MB,
      'GET /api/orders/order_book': MB,
      'GET /api/strategy/all': MB,
      'GET /api/strategy/versions': 2 * MB,
      'GET /api/orders/order': MB,
      'GET /api/orders/gtt': MB,
      'GET /api/account-history': 4 * MB,
      'GET /api/automation-history': MB,
      'GET /api/ended-proposals': MB,
      'GET /api/journal': 8 * MB,
      'GET /api/day-record': 8 * MB,
      'GET /api/trip-notes': 8 * MB,
      'GET /api/tax-report': 8 * MB,
      'GET /api/scan/market-map': MB,
      'POST /api/scan/scan': 4 * MB,
      'GET /api/scanner/all': MB,
      'GET /api/scanner/versions': MB,
      'GET /api/scan/api/alerts': MB,
      'GET /api/notifications/get_all': MB,
    })
  })
})
