import { isShareId } from '../../domain/instruments/kind.ts'
import { type DrillKind, drillKinds } from '../../domain/learning/drills/drill.ts'
import { drillWords } from '../../domain/learning/drills/drill-words.ts'
import { pathOfDrills } from '../../domain/learning/drills/drills-address.ts'
import { type ArgProblem, type ArgsOf, command, optional, required, to } from '../command.ts'
import { choice } from '../grammar/choice.ts'
import { instrument, printInstrument } from '../grammar/instruments/instrument.ts'

const kind = choice<DrillKind>(
  'quotes, broker, session, circuit, crash or gap',
  drillKinds.map((value) => ({ value, words: [value], title: drillWords[value].title })),
)

const args = {
  kind: required('Drill', kind),
  share: optional('Share', instrument),
}

const check = ({ kind: of, share }: ArgsOf<typeof args>): ArgProblem | null => {
  const needs = of === 'circuit'
  if (share === undefined)
    return needs ? { arg: 'share', found: '', expected: 'a share, as in drill circuit INFY' } : null
  const found = printInstrument(share)
  if (!needs)
    return {
      arg: 'share',
      found,
      expected: 'nothing more',
      message: 'Only the circuit drill is of one share',
    }
  return isShareId(share) ? null : { arg: 'share', found, expected: 'a share such as INFY' }
}

const beginDrill = command({
  id: 'drill.begin',
  title: 'Drill: practise with a fault',
  keywords: ['chaos', 'practice', 'crash', 'freeze', 'outage', 'late', 'circuit', 'gap', 'learn'],
  verb: 'drill',
  when: 'signedIn',
  effect: 'local',
  danger: 'confirm',
  args,
  check,
  run: ({ kind: of, share }) =>
    to('drillAct', { type: 'request.send', input: { kind: of, share: share ?? null } }),
  asks: ({ kind: of }) => `${drillWords[of].happens} Start it?`,
  describe: ({ kind: of, share }) => {
    const { title, length } = drillWords[of]
    return `Drill: ${title}${share === undefined ? '' : ` of ${printInstrument(share)}`}, ${length}`
  },
})

const endDrill = command({
  id: 'drill.end',
  title: 'End the drill',
  keywords: ['chaos', 'stop', 'practice'],
  verb: 'drill end',
  when: 'signedIn',
  effect: 'local',
  run: () => to('drillAct', { type: 'request.send', input: null }),
})

const openDrills = command({
  id: 'drills.open',
  title: 'Drills and their debriefings',
  keywords: ['chaos', 'practice', 'crash', 'learn', 'debriefing'],
  verb: 'drills',
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOfDrills() }),
})

export const drillCommands = [beginDrill, endDrill, openDrills] as const
