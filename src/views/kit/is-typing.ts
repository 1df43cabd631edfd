const TEXT_FIELD =
  'textarea, select, input:not([type=radio], [type=checkbox], [type=range], [type=color], [type=file])'

/** True if keys become text there. A chosen radio button or slider has the focus too, but takes only arrows and space. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELD))
