import { assign, setup } from 'xstate'
import { type ChainView, chainViews } from '../../domain/options/chain-view.ts'
import { type Product, products } from '../../domain/orders/order.ts'
import { PRICE_TOLERANCE_PERCENT_MAX, USUAL_LOTS_MAX } from '../../domain/orders/order-defaults.ts'
import { callbackPort } from '../port.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly preferences:
      | { readonly type: 'theme.set'; readonly theme: 'light' | 'dark' | 'toggle' }
      | {
          readonly type: 'preference.set'
          readonly name: string
          readonly value: string | number | boolean | readonly string[]
        }
  }
  interface Machines {
    readonly preferences: typeof preferencesMachine
  }
}

export interface Preferences {
  readonly theme: 'light' | 'dark'
  /** Blue and orange for traders who cannot tell green from red. */
  readonly colours: 'greenRed' | 'blueOrange'
  /** Null chooses by interval and instrument. */
  readonly product: Product | null
  readonly slippageBps: number
  readonly liftSpanLimits: boolean
  /** For orders that name no product. */
  readonly equityProduct: 'MIS' | 'cash'
  readonly contractProduct: 'MIS' | 'NRML'
  readonly usualLots: number
  /** `unseen` asks for orders that have not been previewed. */
  readonly confirmOrders: 'unseen' | 'always' | 'never'
  /** An order that would fill worse than shown by more needs a confirmation. */
  readonly priceTolerancePercent: number
  readonly hasSound: boolean
  /** Names of alerts that are told of without a sound. */
  readonly mutedAlerts: readonly string[]
  /** Toasts never disappear by themselves. */
  readonly keepsToasts: boolean
  /** By position on a US keyboard instead of by character. */
  readonly hasPhysicalKeys: boolean
  readonly chainView: ChainView
  /** Names of the columns that the view `own` shows. */
  readonly chainColumns: readonly string[]
  readonly teachesKeys: boolean
  /** By underlying, where there are several. */
  readonly groupsPositions: boolean
}

export const defaultPreferences: Preferences = {
  theme: 'light',
  colours: 'greenRed',
  product: null,
  slippageBps: 2,
  liftSpanLimits: false,
  equityProduct: 'MIS',
  contractProduct: 'NRML',
  usualLots: 1,
  confirmOrders: 'unseen',
  priceTolerancePercent: 0.5,
  hasSound: true,
  mutedAlerts: [],
  keepsToasts: false,
  hasPhysicalKeys: false,
  chainView: 'prices',
  chainColumns: [],
  teachesKeys: true,
  groupsPositions: true,
}

export const SLIPPAGE_BPS_MAX = 1000

const upTo = (max: number) => (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= max ? value : undefined

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const readers: { readonly [Name in keyof Preferences]: (value: unknown) => Preferences[Name] | undefined } = {
  theme: (value) => (value === 'light' || value === 'dark' ? value : undefined),
  colours: (value) => (value === 'greenRed' || value === 'blueOrange' ? value : undefined),
  product: (value) => (value === null || value === '' ? null : products.find((known) => known === value)),
  slippageBps: upTo(SLIPPAGE_BPS_MAX),
  liftSpanLimits: flag,
  equityProduct: (value) => (value === 'MIS' || value === 'cash' ? value : undefined),
  contractProduct: (value) => (value === 'MIS' || value === 'NRML' ? value : undefined),
  usualLots: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= USUAL_LOTS_MAX
      ? value
      : undefined,
  confirmOrders: (value) =>
    value === 'unseen' || value === 'always' || value === 'never' ? value : undefined,
  priceTolerancePercent: upTo(PRICE_TOLERANCE_PERCENT_MAX),
  hasSound: flag,
  mutedAlerts: texts,
  keepsToasts: flag,
  hasPhysicalKeys: flag,
  chainView: (value) => chainViews.find((view) => view === value),
  chainColumns: texts,
  teachesKeys: flag,
  groupsPositions: flag,
}

const isPreference = (name: string): name is keyof Preferences => Object.hasOwn(readers, name)

export const readPreferences = (stored: unknown): Preferences => {
  if (typeof stored !== 'object' || stored === null) return defaultPreferences
  return Object.entries(stored).reduce<Preferences>(
    (preferences, [name, value]) => withPreference(preferences, name, value) ?? preferences,
    defaultPreferences,
  )
}

/** Null for an unknown name or value. */
export const withPreference = (
  preferences: Preferences,
  name: string,
  value: unknown,
): Preferences | null => {
  if (!isPreference(name)) return null
  const read = readers[name](value)
  return read === undefined ? null : { ...preferences, [name]: read }
}

export type PreferencesEvent =
  | Requests['preferences']
  | { readonly type: 'preferences.changedElsewhere'; readonly preferences: Preferences }

export const preferencesMachine = setup({
  types: {
    context: {} as Preferences,
    events: {} as PreferencesEvent,
    input: {} as { readonly preferences: Preferences },
  },
  actors: {
    otherTabs: callbackPort('otherTabs'),
  },
  actions: {
    store: (_, _preferences: Preferences) => {},
  },
  guards: {
    isPreference: ({ context }, { name, value }: { name: string; value: unknown }) =>
      withPreference(context, name, value) !== null,
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => input.preferences,
  invoke: { src: 'otherTabs' },
  initial: 'kept',
  states: {
    kept: {
      on: {
        'theme.set': {
          actions: [
            assign({
              theme: ({ context, event }) => {
                if (event.theme !== 'toggle') return event.theme
                return context.theme === 'light' ? 'dark' : 'light'
              },
            }),
            { type: 'store', params: ({ context }) => context },
          ],
        },
        'preference.set': {
          guard: { type: 'isPreference', params: ({ event }) => event },
          actions: [
            assign(({ context, event }) => withPreference(context, event.name, event.value) ?? context),
            { type: 'store', params: ({ context }) => context },
          ],
        },
        'preferences.changedElsewhere': { actions: assign(({ event }) => event.preferences) },
      },
    },
  },
})
