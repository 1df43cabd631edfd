import { describe, expect, test } from 'vitest'
import { laterCommands } from '../../../src/commands/later-commands.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { addCommands, dispatchesOf, findCommand, titleOfCall } from '../../../src/commands/registry.ts'
import { drillKinds } from '../../../src/domain/learning/drills/drill.ts'
import { drillWords } from '../../../src/domain/learning/drills/drill-words.ts'
import { environment } from '../../support/line-environments.ts'

addCommands(laterCommands)

const read = (line: string) => readLine(line, line.length, environment)

describe('lines of drills', () => {
  test('start each kind, with what it is and how long it lasts', () => {
    const titles = drillKinds.map((kind) => {
      const { call, problem } = read(drillWords[kind].line.replace('INFY', 'TCS'))
      if (call === null) throw new Error(JSON.stringify(problem))
      const share = kind === 'circuit' ? 'NSE_TCS' : null
      expect(dispatchesOf(call, environment)).toEqual([
        { to: 'drillAct', event: { type: 'request.send', input: { kind, share } } },
      ])
      return titleOfCall(call, environment)
    })
    expect(titles).toEqual([
      'Drill: Quotes freeze, 60 s',
      'Drill: Broker answers late, 60 s',
      'Drill: Login session expires, until you sign in',
      'Drill: Circuit limit of TCS, 24 min',
      'Drill: Flash crash, 15 min',
      'Drill: Gap, 35 min',
    ])
  })

  test('ask before anything begins', () => {
    const begin = findCommand('drill.begin')
    expect(begin?.danger).toBe('confirm')
    expect(begin?.asks?.({ kind: 'quotes' }, environment)).toBe(
      'Your prices stop for 60 s while the market goes on. Nobody else is affected. Start it?',
    )
  })

  test('name a share for the circuit alone', () => {
    expect(read('drill circuit').problem).toMatchObject({
      expected: expect.stringContaining('drill circuit INFY'),
    })
    expect(read('drill circuit nifty 50').problem).toMatchObject({ expected: 'a share such as INFY' })
    expect(read('drill crash tcs').problem).toMatchObject({
      message: 'Only the circuit drill is of one share',
    })
  })

  test('end the running one, and open the page', () => {
    expect(read('drill end').call).toEqual({ command: 'drill.end', args: {} })
    expect(read('drills').call).toEqual({ command: 'drills.open', args: {} })
  })
})
