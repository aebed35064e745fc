import { isAppError, type AppError } from '@octet/core/errors.ts'
import { EVENT, JsonReader } from './reader.ts'

/** What is wrong with a JSON text, and where, as our own reader says it: `syntax_error`, without what the tool has to choose. Nothing where it is whole. */
export function findJsonFault(text: string): AppError | undefined {
  const reader = new JsonReader(text, { offersChoices: false })
  try {
    while (reader.next() !== EVENT.end);
    return undefined
  } catch (error) {
    if (isAppError(error)) return error
    throw error
  }
}
