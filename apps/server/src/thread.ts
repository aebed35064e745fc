import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { openDatabase } from '@octet/ipdb/open.ts'
import { loadTools } from '@octet/tools/registry.ts'
import { createLogger } from './create-logger.ts'
import { toFirstError } from './first-error.ts'
import { loadEndpoints } from './http/serve-endpoint.ts'
import { listen } from './listen.ts'
import type { ThreadAnswer, ThreadData, ThreadWord } from './serving-threads.ts'

/** One serving thread: its own event loop and application, the shared range table and allowance. */
if (!parentPort) throw new Error('this file is a thread of the server; start it with npm start')
const port = parentPort
// Read before it is known what to serve; what cannot be read is told by who asks for it.
for (const load of [loadTools, loadEndpoints]) load().catch(() => {})
const [{ data }] = (await once(port, 'message')) as [{ data: ThreadData }]
const { config, database: shared, ...rest } = data
const log = createLogger(config)
let database = shared && (await openDatabase(config.varFolder, { shared }))
const server = await listen({ ...rest, config, log, database: () => database, port: config.port, reusePort: true }).catch(
  (error: unknown) => {
    throw toFirstError(error) // on the way to the main thread the others would be lost
  },
)
const say = (word: ThreadAnswer) => port.postMessage(word)
say('listening')

port.on('message', (word: ThreadWord) => {
  if (word.kind === 'database') void openDatabase(config.varFolder, { shared: word.shared }).then((next) => (database = next))
  else if (word.kind === 'metrics') void server.metrics.read().then((snapshot) => say({ kind: 'metrics', id: word.id, snapshot }))
  else if (word.kind === 'stop') void server.close(word.limitMs).then(() => process.exit(0))
})
