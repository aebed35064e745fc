import { once } from 'node:events'
import { pino } from 'pino'
import { EmbeddedPostgres } from '../storage/embedded.ts'

/** Starts the embedded database in a folder, says where it is, and ends with what it reads from. */
const [, , varFolder = ''] = process.argv
const server = await EmbeddedPostgres.start({ varFolder, log: pino({ level: 'silent' }) })
process.stdout.write(`${server.url}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await server[Symbol.asyncDispose]()
process.exit()
