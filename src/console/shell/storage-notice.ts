import type { Notice, Notices } from '../../machines/notices.ts'
import type { KeptValues, StorageRefusal } from '../../platform/storage.ts'

const notices: Readonly<Record<StorageRefusal, Notice>> = {
  blocked: {
    kind: 'warning',
    text: 'This browser blocks storage for this page',
    detail:
      'Layout, theme, recent lines, order drafts, baskets, shortcuts and macros are lost when the page closes. To keep them, allow site data for this address in the browser’s settings, then reload.',
    isLong: true,
  },
  full: {
    kind: 'warning',
    text: 'The browser’s storage is full',
    detail:
      'Changes are lost when the page closes: layout, theme, recent lines, order drafts, baskets, shortcuts and macros. Delete baskets and macros you no longer need, or free disk space, then reload.',
    isLong: true,
  },
}

/** Shown once per kind, and only after a write has failed. */
export const tellStorageRefusals = (
  storage: Pick<KeptValues, 'watchRefusals'>,
  { show }: Pick<Notices, 'show'>,
): (() => void) => storage.watchRefusals((refusal) => show(notices[refusal]))
