import { choice } from './choice.ts'

/** Titles of the two as they are completed. */
export const nextOrPrevious = (next: string, previous: string) =>
  choice('next or previous', [
    { value: 1, words: ['next', '+1'], title: next },
    { value: -1, words: ['previous', '-1'], title: previous },
  ])
