import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT_NAME } from '../packages/core/src/product-name.ts'
import { toOpenApi } from '../apps/server/src/http/openapi.ts'
import { loadEndpoints } from '../apps/server/src/http/serve-endpoint.ts'
import { loadTools } from '../packages/tools/src/registry.ts'

const CLIENT = join(import.meta.dirname, '../packages/client')

/** `npm run openapi`: writes the OpenAPI file, so that a change of the API shows in review, and the client's types from it. */
const document = toOpenApi({ tools: await loadTools(), endpoints: await loadEndpoints(), brand: PRODUCT_NAME })
await writeFile(join(CLIENT, 'src/openapi.json'), toLines(document))
const { status } = spawnSync('npx', ['openapi-typescript', 'src/openapi.json', '-o', 'src/openapi.ts'], {
  cwd: CLIENT,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) throw new Error('openapi-typescript failed')
console.log(`${Object.keys(document['paths'] as object).length} paths`)

/** JSON with a line for each path, so that a change of one call is a change of one line. */
function toLines({ paths, ...rest }: Record<string, unknown>): string {
  const rows = Object.entries(paths as object).map(
    ([path, operations]) => `${JSON.stringify(path)}: ${JSON.stringify(operations)}`,
  )
  const head = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{\n${head.join(',\n')},\n"paths": {\n${rows.join(',\n')}\n}\n}\n`
}
