/** Elements that the browser's own sheet hides by more than their name. */
const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  (element.localName === 'dialog' && !element.hasAttribute('open')) ||
  (element.localName === 'input' && element.getAttribute('type') === 'hidden')

const inline = (element: Element, property: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(property) : ''

const inherited = (element: Element, property: string, initial: string): string => {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    const value = inline(one, property)
    if (value !== '' && value !== 'inherit') return value
  }
  return initial
}

const askedByAxe = ['clip', 'clip-path', 'content-visibility', 'opacity', 'overflow', 'position']

/**
 * jsdom matches every element with its whole default sheet for each question about a style, a third of the time of the
 * view tests. No sheet of ours is loaded there, so what is asked most follows from the element's name, its attributes
 * and its own style; the rest is asked of jsdom.
 */
export const quickComputedStyle = (window: Window & typeof globalThis): typeof getComputedStyle => {
  const slow = window.getComputedStyle.bind(window)
  const defaults = new Map<string, string>()
  const defaultOf = (element: Element, property: string): string => {
    const key = `${element.localName} ${property}`
    const known = defaults.get(key)
    if (known !== undefined) return known
    const alone = window.document.createElementNS(element.namespaceURI, element.localName)
    const value = slow(alone).getPropertyValue(property)
    defaults.set(key, value)
    return value
  }
  const notInherited =
    (property: string) =>
    (element: Element): string =>
      inline(element, property) || defaultOf(element, property)
  const quick: Readonly<Record<string, (element: Element) => string>> = {
    ...Object.fromEntries(askedByAxe.map((property) => [property, notInherited(property)])),
    display: (element) =>
      inline(element, 'display') || (isHidden(element) ? 'none' : defaultOf(element, 'display')),
    visibility: (element) => inherited(element, 'visibility', 'visible'),
    pointerEvents: (element) => inherited(element, 'pointer-events', 'auto'),
    'pointer-events': (element) => inherited(element, 'pointer-events', 'auto'),
  }
  return (element, pseudo) => {
    if (pseudo !== undefined && pseudo !== null && pseudo !== '') return slow(element, pseudo)
    let whole: CSSStyleDeclaration | null = null
    const rest = (): CSSStyleDeclaration => {
      whole ??= slow(element)
      return whole
    }
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (property: string) => quick[property]?.(element) ?? rest().getPropertyValue(property)
        const of = typeof name === 'string' && Object.hasOwn(quick, name) ? quick[name] : undefined
        if (of !== undefined) return of(element)
        const value: unknown = Reflect.get(rest(), name)
        return typeof value === 'function' ? value.bind(rest()) : value
      },
    })
  }
}
