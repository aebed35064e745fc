import type { ErrorDetails, ErrorKey } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'

/** What a thread is to run. */
export type ThreadJob = {
  readonly id: string
  readonly folders: readonly string[]
  readonly input: unknown
  readonly lang: Lang
}

/** What it says: that it has loaded the tool and begins, with what it has used of a processor so far, then how it ended. */
export type ThreadWord =
  | { readonly kind: 'begins'; readonly usedMs: number }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly key: ErrorKey; readonly details: ErrorDetails }
