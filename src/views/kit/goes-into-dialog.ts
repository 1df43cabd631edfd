/** Such a dialog gives the focus back when it closes. */
export const goesIntoDialog = (from: Element | null, to: EventTarget | null): boolean => {
  const dialog = to instanceof Element ? to.closest('[role=dialog]') : null
  return dialog !== null && !dialog.contains(from)
}
