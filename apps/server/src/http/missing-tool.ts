import { AppError } from '@octet/core/errors.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { searchTools } from '@octet/tools/search/search-tools.ts'

const CALL = /^\/v1\/tools\/([^/]{1,60})$/
const MAX_MEANT = 3

/** The error for a tool that is not there, with those that are called so; undefined where no tool was asked for. */
export async function findMissingTool(path: string, tools: readonly AnyTool[]): Promise<AppError | undefined> {
  const got = CALL.exec(path)?.[1]
  if (got === undefined) return undefined
  const { toCatalogueRow } = await import('@octet/tools/catalogue.ts') // spells pinyin: 4 MB that no start waits for
  const meant = searchTools(tools.map(toCatalogueRow), got.replaceAll(/[-_%]+/g, ' ')).slice(0, MAX_MEANT)
  const expected =
    meant.length > 0
      ? meant.map(({ id }) => `/v1/tools/${id}`).join(', ')
      : { en: 'those listed at /v1/tools', zh: '/v1/tools 中列出的工具' }
  return new AppError('no_such_tool', { got, expected })
}
