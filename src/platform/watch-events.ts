export const watchEvents = (
  target: EventTarget,
  listeners: Readonly<Record<string, (event: Event) => void>>,
): (() => void) => {
  const pairs = Object.entries(listeners)
  for (const [name, listener] of pairs) target.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of pairs) target.removeEventListener(name, listener)
  }
}
