import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Envelope } from '@octet/core/envelope.ts'
import type { Text } from '@octet/core/text.ts'
import { UsageError } from './command.ts'
import type { CliConfig } from './config.ts'

const LIMIT_MS = 20_000

/** HTTP status, and code of the envelope, of words that cannot be understood. */
const BAD_REQUEST = 400

/** That no server answers, or what it refuses for another reason than the words of the call. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly words: Text

  constructor(words: Text, options?: ErrorOptions) {
    super(words.en, options)
    this.words = words
  }
}

export type AskOptions = {
  readonly limitMs?: number
  /** The words of the call have been checked here: what is refused then is what they name, such as a file. */
  readonly isUnderstood?: boolean
}

/**
 * Asks the server that runs on this machine, over its socket. Throws {@link UsageError} with what it says of the words of
 * the call, else {@link Refused}.
 */
export async function askServer<T>(
  { varFolder, lang }: CliConfig,
  command: string,
  input: object,
  { limitMs = LIMIT_MS, isUnderstood = false }: AskOptions = {},
): Promise<T> {
  const note = join(varFolder, 'operator.json')
  const { socket } = await readFile(note, 'utf8').then(
    (found) => JSON.parse(found) as { socket: string },
    () => {
      throw new Refused({
        en: `expected a running server (npm start) that has written ${note}, found none`,
        zh: `应有运行中的服务（npm start）写下 ${note}，但没有找到`,
      })
    },
  )
  const { code, msg, data } = await postToAny<T>(socket, { command, lang, body: JSON.stringify(input), limitMs })
  if (code === BAD_REQUEST && !isUnderstood) throw new UsageError(msg)
  if (code !== 200) throw new Refused({ en: msg, zh: msg })
  return data
}

type Post = { readonly command: string; readonly lang: string; readonly body: string; readonly limitMs: number }

/** Of two servers with one folder the note is the younger one's, which may have ended: then the other one is asked. */
async function postToAny<T>(noted: string, sent: Post): Promise<Envelope<T>> {
  try {
    return await post<T>(noted, sent)
  } catch (error) {
    if (!hasEnded(error)) throw error
    for (const socket of await listOthers(noted)) {
      const answer = await post<T>(socket, sent).catch((cause: unknown) => (hasEnded(cause) ? undefined : Promise.reject(cause)))
      if (answer) return answer
    }
    throw error
  }
}

/** Nobody is there who could have heard the command. */
const hasEnded = (error: unknown): boolean => {
  const { code } = Object(Object(error).cause) as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ECONNREFUSED'
}

async function listOthers(noted: string): Promise<string[]> {
  const names = await readdir(dirname(noted)).catch(() => [])
  return names.filter((name) => name.endsWith('.sock') && name !== basename(noted)).map((name) => join(dirname(noted), name))
}

function post<T>(socketPath: string, { command, lang, body, limitMs }: Post): Promise<Envelope<T>> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'accept-language': lang }
    const path = `/${encodeURIComponent(command)}`
    const sent = request({ socketPath, method: 'POST', path, headers, timeout: limitMs }, (answer) => {
      text(answer).then((found) => resolve(JSON.parse(found) as Envelope<T>), reject)
    })
    sent.once('timeout', () => sent.destroy(new Error('timed out')))
    sent.once('error', (cause) =>
      reject(
        new Refused(
          {
            en: `the server does not answer: ${cause.message}. Is it running?`,
            zh: `服务没有应答：${cause.message}。它在运行吗？`,
          },
          { cause },
        ),
      ),
    )
    sent.end(body)
  })
}
