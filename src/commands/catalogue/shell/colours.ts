import type { Preferences } from '../../../machines/shell/preferences.ts'
import { choice } from '../../grammar/choice.ts'
import { preference } from './preferences.ts'

const setColours = preference({
  id: 'preference.colours',
  name: 'colours',
  title: 'Colours of gains and losses',
  keywords: ['colour blind', 'deuteranopia', 'green', 'red', 'blue', 'orange', 'appearance'],
  verb: 'gain colours',
  kind: choice<Preferences['colours']>('green red or blue orange', [
    { value: 'greenRed', words: ['green red'], title: 'Gains green, losses red' },
    { value: 'blueOrange', words: ['blue orange'], title: 'Gains blue, losses orange' },
  ]),
})

export const colourCommands = [setColours] as const
