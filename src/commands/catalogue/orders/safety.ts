import { command, to } from '../../command.ts'
import { orderInWords } from '../../grammar/orders/order-ref.ts'
import { positionInWords } from '../../grammar/orders/position-ref.ts'

/** The dialog that this opens is the only confirmation. */
export const pullKillSwitch = command({
  id: 'kill.pull',
  title: 'Kill switch',
  keywords: ['panic', 'stop', 'everything', 'emergency', 'cancel', 'exit'],
  verb: 'kill',
  aliases: ['panic'],
  when: 'signedIn',
  effect: 'irreversible',
  preview: 'rows',
  run: () => to('killSwitch', { type: 'kill.ask' }),
  describe: () => 'Kill switch: cancel every open order, exit every position, stop every deployment',
  affected: (_, environment) => [
    ...(environment.orders ?? [])
      .filter(({ isOpen }) => isOpen)
      .map((order) => `Cancel: ${orderInWords(order, environment)}`),
    ...(environment.positions ?? []).map((position) => `Exit: ${positionInWords(position, environment)}`),
  ],
})

export const confirmKillSwitch = command({
  id: 'kill.confirm',
  title: 'Stop everything',
  verb: 'kill confirm',
  isTyped: false,
  when: 'signedIn',
  effect: 'irreversible',
  run: () => to('killSwitch', { type: 'kill.confirm' }),
})

export const rearmKillSwitch = command({
  id: 'kill.rearm',
  title: 'Rearm trading',
  keywords: ['kill switch', 'rearm', 'resume'],
  verb: 'kill rearm',
  aliases: ['rearm'],
  when: 'signedIn && killed',
  effect: 'increases',
  danger: 'confirm',
  run: () => to('killSwitch', { type: 'kill.rearm' }),
})

export const toggleArming = command({
  id: 'arming.toggle',
  title: 'Arm or disarm keys and clicks that trade at once',
  keywords: ['armed', 'trade', 'keys', 'click', 'disarm', 'scalper'],
  verb: 'arm',
  aliases: ['disarm'],
  when: 'signedIn && (view == markets || view == trading-view)',
  effect: 'local',
  run: () => to('arming', { type: 'arming.toggle' }),
  describe: (_, { context }) => {
    if (context.armed) return 'Disarm'
    return context.view === 'trading-view'
      ? 'Arm the chart: a click trades at its price at once'
      : 'Arm the keys: b, s and f trade at once'
  },
})

export const safetyCommands = [pullKillSwitch, confirmKillSwitch, rearmKillSwitch, toggleArming] as const
