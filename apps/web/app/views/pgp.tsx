import type { PgpInput, PgpOutput } from '@octet/tools/crypto/pgp/run.ts'
import { MadeFiles } from '../dev/made-files.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import type { ToolState } from '../tool/view.ts'

/** What a new key consists of, each with the name of its file. */
const FILES = {
  publicKey: 'public.asc',
  privateKey: 'private.asc',
  revocation: 'revocation.asc',
} as const satisfies Partial<Record<keyof PgpOutput, string>>

/** A new key with buttons that copy and save its files; messages and signatures as other results are. */
export function Result(tool: ToolState<PgpInput, PgpOutput>) {
  if (tool.input.action !== 'make') return <ResultPane {...(tool as unknown as ToolState)} />
  return <MadeFiles tool={tool} files={FILES} />
}
