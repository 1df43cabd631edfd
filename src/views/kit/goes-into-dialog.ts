/** Whether the focus goes from here into a dialog over it, such as the command line, and so comes back. */
export const goesIntoDialog = (from: Element | null, to: EventTarget | null): boolean => {
  const dialog = to instanceof Element ? to.closest('[role=dialog]') : null
  return dialog !== null && !dialog.contains(from)
}
