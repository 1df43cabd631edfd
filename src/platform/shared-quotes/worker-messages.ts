/** From a page to the worker. `attach` is the first, and `leave` the last. */
export type PageMessage =
  | { readonly type: 'attach'; readonly user: string }
  /** What a connection can be opened with, after it was wanted. */
  | { readonly type: 'open'; readonly path: string; readonly protocols: readonly string[] }
  /** Subscriptions, as text for the server. */
  | { readonly type: 'send'; readonly text: string }
  /** The last `news` have been taken. The next follow only then, so that a busy page has one message waiting at most. */
  | { readonly type: 'seen' }
  | { readonly type: 'leave' }

/** From the worker to a page. */
export type WorkerMessage =
  /** The first: the worker runs. */
  | { readonly type: 'attached' }
  /** A connection has to be opened, with a ticket of this page. */
  | { readonly type: 'wanted' }
  | { readonly type: 'opened' }
  | { readonly type: 'news'; readonly texts: readonly string[]; readonly bytes: ArrayBuffer | null }
  /** The last: the connection is gone, or this page has not been heard from for too long. */
  | { readonly type: 'closed' }

/** The worker's end of the way to one page. */
export interface PagePort {
  post(message: WorkerMessage, transfer?: readonly ArrayBuffer[]): void
}
