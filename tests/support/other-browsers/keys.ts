import type { KeyAction } from './driver.ts'

/** WebDriver's code points of keys without a character. */
const codePoints: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

const down = (value: string): KeyAction => ({ type: 'keyDown', value })
const up = (value: string): KeyAction => ({ type: 'keyUp', value })

/** `Control+Shift+X`: pressed in this order, released in reverse. */
export const strokeActions = (stroke: string): readonly KeyAction[] => {
  const values = stroke.split('+').map((name) => codePoints[name] ?? name)
  if (values.some((value) => [...value].length !== 1)) throw new Error(`there is no key of ${stroke}`)
  return [...values.map(down), ...values.toReversed().map(up)]
}

export const textActions = (text: string): readonly KeyAction[] =>
  [...text].flatMap((character) => [down(character), up(character)])
