import { isListName, listNameWords } from '../../domain/list-name.ts'
import type { ArgProblem } from '../command.ts'

/** Null if `name` is absent or valid. */
export const checkSavedName = ({ name }: { readonly name?: string | undefined }): ArgProblem | null =>
  name === undefined || isListName(name)
    ? null
    : {
        arg: 'name',
        found: name,
        expected: 'letters, digits, spaces and &',
        message: `${listNameWords}, 60 at most`,
      }
