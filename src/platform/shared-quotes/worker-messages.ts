/** `attach` is the first, `leave` the last. */
export type PageMessage =
  | { readonly type: 'attach'; readonly user: string }
  | { readonly type: 'open'; readonly path: string; readonly protocols: readonly string[] }
  | { readonly type: 'send'; readonly text: string }
  /** The last `news` were taken. The next follow only then: a busy page has at most one message waiting. */
  | { readonly type: 'seen' }
  | { readonly type: 'leave' }

export type WorkerMessage =
  /** The first: the worker runs. */
  | { readonly type: 'attached' }
  /** A connection has to be opened with a stream ticket of this page. */
  | { readonly type: 'wanted' }
  | { readonly type: 'opened' }
  | { readonly type: 'news'; readonly texts: readonly string[]; readonly bytes: ArrayBuffer | null }
  /** The last: the connection is gone, or this page was silent for too long. */
  | { readonly type: 'closed' }

export interface PagePort {
  post(message: WorkerMessage, transfer?: readonly ArrayBuffer[]): void
}
