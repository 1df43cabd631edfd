const BUTTON_LIKE = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])

interface Field {
  readonly tagName: string
  readonly type?: string
  readonly isContentEditable?: boolean
}

/** True if keys typed into it become text or choose from a list. */
export const isTextField = (element: Field | null): boolean => {
  if (element === null) return false
  const { tagName, type, isContentEditable } = element
  if (isContentEditable === true) return true
  if (tagName === 'INPUT') return !BUTTON_LIKE.has((type ?? 'text').toLowerCase())
  return tagName === 'TEXTAREA' || tagName === 'SELECT'
}
