import type { ErrorKey } from '@octet/core/errors.ts'
import type { AnyTool } from '@octet/core/tool.ts'

/** Errors of tools that run in a thread, of which there are so many at once, and whose time has an end. */
const THREAD_ERRORS: readonly ErrorKey[] = ['took_too_long', 'unavailable']
/** Errors of tools that send packets, before they send any. */
const PROBE_ERRORS: readonly ErrorKey[] = ['proof_wanted', 'proof_wrong']
/** Errors of tools for callers with an account or a key. */
const ACCOUNT_ERRORS: readonly ErrorKey[] = [
  'login_required',
  'session_ended',
  'bad_key',
  'key_refused',
  'too_many_names',
  'unavailable',
]

/** What a call of a tool can answer beside the errors that every call can have: its own, and those of where and for whom it runs. */
export function listToolErrors(tool: AnyTool): readonly ErrorKey[] {
  const { needs = [], errors = [], isForAccounts } = tool
  return [
    'tool_off',
    ...errors,
    ...listMissing(tool),
    ...(needs.length === 0 ? THREAD_ERRORS : (['timed_out'] as const)),
    ...(needs.includes('probe') ? PROBE_ERRORS : []),
    ...(isForAccounts ? ACCOUNT_ERRORS : []),
  ]
}

/** What is said of fields that have words of their own for it where nothing comes. */
const listMissing = ({ input }: AnyTool): ErrorKey[] =>
  Object.values(input.shape).flatMap((field) => (field as { meta(): { missing?: ErrorKey } | undefined }).meta()?.missing ?? [])
