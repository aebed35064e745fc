import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toOpenApi } from '../apps/server/src/http/openapi.ts'
import { loadEndpoints } from '../apps/server/src/http/serve-endpoint.ts'
import { loadTools } from '../packages/tools/src/registry.ts'

const CLIENT = join(import.meta.dirname, '../packages/client')

/** `npm run openapi`: writes the OpenAPI file, so that a change of the API shows in review, and the client's types from it. */
const document = toOpenApi({ tools: await loadTools(), endpoints: await loadEndpoints() })
await writeFile(join(CLIENT, 'src/openapi.json'), `${JSON.stringify(document, null, 1)}\n`)
const { status } = spawnSync('npx', ['openapi-typescript', 'src/openapi.json', '-o', 'src/openapi.ts'], {
  cwd: CLIENT,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) throw new Error('openapi-typescript failed')
console.log(`${Object.keys(document['paths'] as object).length} paths`)
