import { AppError, ERRORS, isAppError, toErrorMessage, toErrorResolution } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'

type Fault = Pick<AppError, 'key' | 'details'>

/** What is kept of the error that ended a job. The text of a bug stays in the log. */
export function writeFault(error: unknown, jobId: string): string {
  const { key, details } = isAppError(error) ? error : new AppError('job_broken', { job: jobId })
  return JSON.stringify({ key, details })
}

/** Whose fault it is: what is wrong with the file or the wishes is said with a status of 400–499, mostly before the job exists. */
export const isOurFault = (error: unknown): boolean => !isAppError(error) || ERRORS[error.key].status >= 500

/** The same in the words of a language, as the fields of a job. */
export function toFaultFields(kept: string | null, lang: Lang) {
  if (kept === null) return { error: null, msg: null, resolution: null }
  const fault = parseFault(kept)
  // Of older versions there are words only, in English.
  if (!fault) return { error: 'job_broken', msg: kept, resolution: null }
  return { error: fault.key, msg: toErrorMessage(fault, lang), resolution: toErrorResolution(fault, lang) }
}

function parseFault(kept: string): Fault | undefined {
  try {
    const fault = JSON.parse(kept) as Fault
    return Object.hasOwn(ERRORS, fault.key) ? fault : undefined
  } catch {
    return undefined
  }
}
