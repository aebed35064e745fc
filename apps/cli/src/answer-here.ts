import type { AnyTool } from '@octet/core/tool.ts'
import { TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { answerTool, findRunLimit } from '@octet/tools/run.ts'
import type { CliConfig } from './config.ts'
import type { LocalHost } from './local-host.ts'
import { runInThread } from './run-in-thread.ts'

export type HereOptions = {
  readonly host: LocalHost
  readonly config: Pick<CliConfig, 'toolFolders' | 'lang'>
  readonly signal: AbortSignal
}

/** Runs a tool of this machine to its end; one that may have none in a thread, where a loop of the engine can be ended. */
export async function answerHere(tool: AnyTool, input: unknown, { host, config, signal }: HereOptions): Promise<unknown> {
  const limit = findRunLimit(tool, input)
  if (!limit) return answerTool(tool, input, await host.toHost(tool.needs ?? [], { signal }))
  return runInThread({ id: tool.id, folders: [TOOLS_FOLDER, ...config.toolFolders], input, lang: config.lang }, limit)
}
