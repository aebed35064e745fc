import { AppError, isAppError } from '@octet/core/errors.ts'

/** What `judge` gives. An error of it that names no field is about this one, so that a form can show it there. */
export function atField<T>(field: string, judge: () => T): T {
  try {
    return judge()
  } catch (error) {
    if (!isAppError(error) || error.details['field'] !== undefined) throw error
    throw new AppError(error.key, { ...error.details, field }, { cause: error })
  }
}
