import { type Clicks, clickedMost } from '../../domain/learning/clicks.ts'
import type { DrillSet } from '../../domain/learning/trainer-address.ts'
import type { Environment } from '../environment.ts'
import { currentKeymap } from '../keymap/current.ts'
import { keysOf } from '../keymap/resolve.ts'
import { type CommandCall, findCommand, titleOfCall } from '../registry.ts'

export interface Drill {
  readonly id: string
  readonly task: string
  /** A line to type, or the keys of a call to press. */
  readonly answer: { readonly line: string } | { readonly call: CommandCall }
}

const typed = (task: string, line: string): Drill => ({ id: line, task, answer: { line } })

const lines: Readonly<Record<Exclude<DrillSet, 'yours'>, readonly Drill[]>> = {
  basics: [
    typed('Buy 10 shares of INFY at the market', 'buy 10 infy'),
    typed('Sell 5 TCS at a limit of 3,100', 'sell 5 tcs @3100'),
    typed('Open the 15 minute chart of RELIANCE', 'chart reliance 15m'),
    typed('Add INFY and TCS to the watchlist', 'watch infy, tcs'),
    typed('Open your positions', 'go positions'),
    typed('Cancel all open orders', 'cancel all'),
    typed('Exit all positions', 'exit all'),
    typed('Be told when INFY is above 1,500', 'alert infy above 1500'),
  ],
  scalping: [
    typed('Buy 1 lot of NIFTY futures at the market', 'buy 1l nifty fut'),
    typed('Buy 1 lot of the NIFTY ATM call, limit at the ask', 'buy 1l nifty atm ce @ask'),
    typed('Sell 2 lots of the NIFTY ATM put, limit at the bid', 'sell 2l nifty atm pe @bid'),
    typed('Buy 1 lot of the NIFTY ATM call with a stop of 20%', 'buy 1l nifty atm ce sl 20%'),
    typed('Buy 10 INFY, stop 1%, target 2%', 'buy 10 infy sl 1% tp 2%'),
    typed(
      'Buy 2 lots of the NIFTY call one strike out of the money, at the ask',
      'buy 2l nifty otm1 ce @ask',
    ),
    typed('Open the Scalper on NIFTY', 'scalp nifty'),
    typed('Exit all positions', 'exit all'),
  ],
  options: [
    typed('Open the option chain of NIFTY', 'chain nifty'),
    typed('Sell a straddle of NIFTY, 1 lot', 'sell straddle nifty 1l'),
    typed('Buy a straddle of NIFTY, 2 lots', 'buy straddle nifty 2l'),
    typed('Review the basket before it is sent', 'review basket'),
    typed('Clear the basket', 'clear basket'),
    typed('Buy 1 lot of the NIFTY call two strikes out of the money', 'buy 1l nifty otm2 ce'),
    typed('Sell 1 lot of the NIFTY put one strike in the money', 'sell 1l nifty itm1 pe'),
    typed('Open the options builder', 'go options trader'),
  ],
}

const readCall = (text: string): CommandCall | null => {
  const [, command = '', args = ''] = /^(\S+) (.+)$/.exec(text) ?? []
  const one = findCommand(command)
  if (one === null) return null
  try {
    return { command: one.id, args: JSON.parse(args) } as CommandCall
  } catch {
    return null
  }
}

/** Panic keys are never practised, and combinations with Ctrl act wherever they are pressed. */
const isOfConsole = ({ command }: CommandCall, keys: string): boolean =>
  command.startsWith('kill.') || /Ctrl|⌘|Alt|⌥/.test(keys)

/** One drill for each command that is often clicked: to press its keys. With other keys it is another drill. */
const drillsOfClicks = (clicks: Clicks, environment: Environment): readonly Drill[] =>
  clickedMost(clicks).flatMap((text) => {
    const call = readCall(text)
    if (call === null) return []
    const [keys] = keysOf(call.command, call.args, currentKeymap(), environment.isMac)
    if (keys === undefined || isOfConsole(call, keys)) return []
    return {
      id: `${keys} ${text}`,
      task: `${titleOfCall(call, environment)}: press its keys`,
      answer: { call },
    }
  })

export const drillsOf = (set: DrillSet, clicks: Clicks, environment: Environment): readonly Drill[] =>
  set === 'yours' ? drillsOfClicks(clicks, environment) : lines[set]
