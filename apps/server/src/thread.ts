import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@octet/ipdb/open.ts'
import { createLogger } from './create-services.ts'
import { listen, type ThreadAnswer, type ThreadData, type ThreadWord } from './main.ts'

/** One serving thread: its own event loop and application, the shared range table and allowance. */
const { config, database: shared, allowance, brakes, storageUrl, isFirst } = workerData as ThreadData
const log = createLogger(config)
let database = shared && (await openDatabase(config.varFolder, { shared }))
const server = await listen({
  config,
  log,
  database: () => database,
  allowance,
  brakes,
  storageUrl,
  isFirst,
  port: config.port,
  reusePort: true,
})
const say = (word: ThreadAnswer) => parentPort?.postMessage(word)
say('listening')

parentPort?.on('message', (word: ThreadWord) => {
  if (word.kind === 'database') void openDatabase(config.varFolder, { shared: word.shared }).then((next) => (database = next))
  else if (word.kind === 'metrics') void server.metrics.read().then((snapshot) => say({ kind: 'metrics', id: word.id, snapshot }))
  else void server.close(word.limitMs).then(() => process.exit(0))
})
