export interface ElementQuery {
  readonly role: string
  /** The whole accessible name, `''` for any, null where `pattern` decides. */
  readonly name: string | null
  readonly pattern: string
}

export interface SeenElement {
  readonly name: string
  readonly text: string
  readonly placeholder: string
  readonly hasFocus: boolean
}

/** Runs in the page, so it uses nothing from outside. Knows the implicit roles that the console needs. */
export const readElements = ({ role, name, pattern }: ElementQuery): SeenElement[] => {
  const implicit: Readonly<Record<string, string>> = {
    button: 'button',
    contentinfo: 'footer',
    heading: 'h1, h2, h3',
    textbox: 'input:not([type]), input[type=text], input[type=password], input[type=search], textarea',
  }
  const tags = implicit[role]
  const own = tags === undefined ? '' : `, :is(${tags}):not([role])`
  const textOf = (element: Element): string => (element instanceof HTMLElement ? element.innerText : '')
  // A name is as written, even if a style shows it in capitals.
  const words = (element: Element | null): string => element?.textContent ?? ''
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (ids.length > 0) return ids.map((id) => words(document.getElementById(id))).join(' ')
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return labels.length > 0 ? labels.map(words).join(' ') : textOf(element)
  }
  return [...document.querySelectorAll(`[role=${role}]${own}`)]
    .filter((element) => element.checkVisibility())
    .map((element) => ({
      name: nameOf(element).trim(),
      text: element instanceof HTMLInputElement ? element.value : textOf(element),
      placeholder: element.getAttribute('placeholder') ?? '',
      hasFocus: element === document.activeElement,
    }))
    .filter((seen) =>
      name === null ? new RegExp(pattern).test(seen.name) : name === '' || seen.name === name,
    )
}
