import { readEnvelope, toOwnFailure } from '../api/call.ts'
import { toBothHeaders, toQuery, toReply, type Reply } from './request.ts'

type Sent = {
  readonly input: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Told how much has left: between nothing and the size of the file. */
  readonly onProgress: (sentBytes: number) => void
}

/**
 * Sends a file to `/v1/<path>`, quietly, by the one way of browsers that tells how far it is. The time it may take is that of
 * its line: the server ends it after ten minutes. Undefined once it is called off.
 */
export async function sendFile<T>(path: string, file: Blob, { input, signal, onProgress }: Sent): Promise<Reply<T> | undefined> {
  if (signal.aborted) return undefined
  const headers: Readonly<Record<string, string>> = { ...toBothHeaders(), 'content-type': file.type }
  const call = new XMLHttpRequest()
  const end = () => call.abort()
  signal.addEventListener('abort', end)
  const answer = new Promise<Response>((resolve, reject) => {
    call.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)))
    call.addEventListener('load', () => resolve(new Response(call.responseText, { status: call.status })))
    call.addEventListener('error', () => reject(new TypeError('the connection broke')))
    call.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')))
  })
  call.open('POST', `/v1/${path}${toQuery(input)}`)
  for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
  call.send(file)
  const envelope = await answer.then(readEnvelope<unknown>).catch(toOwnFailure)
  signal.removeEventListener('abort', end)
  return signal.aborted ? undefined : toReply<T>(envelope, headers['token'], true)
}
