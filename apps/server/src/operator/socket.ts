import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { toEnvelope, toFailure } from '@octet/core/envelope.ts'
import { AppError, ERRORS, isAppError } from '@octet/core/errors.ts'
import { http } from '@octet/core/node-http.ts'
import { parseAcceptLanguage } from '@octet/core/text.ts'
import { toInputError } from '@octet/tools/run.ts'
import type { Services } from '../services.ts'
import { ACTIONS } from './actions.ts'

/** A Unix socket's path has room for 107 bytes (unix(7)). */
const MAX_PATH = 100

/**
 * A socket for the command line on this machine: only the user who runs the server may open it. Where it is stands in
 * `var/operator.json`. `POST /<words of the command>` with JSON, answered in the envelope.
 */
export async function openOperatorSocket(services: Services): Promise<AsyncDisposable> {
  const { varFolder } = services.config
  const { folder, isNew } = await makeFolder(varFolder)
  const path = join(folder, `${randomUUID().slice(0, 8)}.sock`)
  const note = join(varFolder, 'operator.json')
  const server = http.createServer((request, response) => {
    void answer(services, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  await chmod(path, 0o600)
  await writeFile(note, JSON.stringify({ socket: path, pid: process.pid }), { mode: 0o600 })
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(isNew ? folder : path, { recursive: true, force: true })
    },
  }
}

/**
 * A folder that only its owner may enter. Where the var folder's path is too long it is a new one of a name that nobody can
 * have taken before: in a folder that all may write to, one that is there may be somebody else's.
 */
async function makeFolder(varFolder: string): Promise<{ folder: string; isNew: boolean }> {
  const folder = join(varFolder, 'operator')
  if (folder.length > MAX_PATH - 20) return { folder: await mkdtemp(join(tmpdir(), 'octet-operator-')), isNew: true }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  return { folder, isNew: false }
}

async function answer(services: Services, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  let input: unknown
  try {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
    if (!action) throw new AppError('not_found', { path: name })
    input = JSON.parse(await text(request))
    return { status: 200, body: toEnvelope(await action(services, input)) }
  } catch (error) {
    const known = toKnown(error, input)
    if (known.key === 'internal') services.log.error({ err: error }, 'a command of the operator failed')
    return { status: ERRORS[known.key].status, body: toFailure(known, parseAcceptLanguage(request.headers['accept-language'])) }
  }
}

function toKnown(error: unknown, input: unknown): AppError {
  if (isAppError(error)) return error
  if (error instanceof z.ZodError) return toInputError(error, input)
  return new AppError('internal', { requestId: '–' })
}
