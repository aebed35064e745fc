import type { Envelope } from '@octet/core/envelope.ts'
import { toast } from '../state/toast-store.ts'
import { logOutHere, readTokenCookie, useUserStore } from '../state/user-store.ts'
import { readPageLang } from '../page-lang.ts'

/** Time one call may take (SPEC §9). */
export const CALL_TIMEOUT_MS = 10_000
/** The login that was sent with a call has ended (SPEC §8). */
export const LOG_OUT_CODE = 506

export type CallOptions = {
  /** No toast, and no `plat` header. */
  readonly isSilent?: boolean
  /** No toast. */
  readonly isLazy?: boolean
  readonly signal?: AbortSignal
  readonly fetch?: typeof fetch
}

/** `error` is empty when the code was 200, and the code otherwise. */
export type CallResult<T> = { readonly data: T | undefined; readonly error: '' | number; readonly msg: string }

/** Calls `POST /v1/<name>` with the payload's fields as multipart form data. Never throws. */
export async function call<T>(
  name: string,
  payload: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<CallResult<T>> {
  const headers = toHeaders(options)
  const { code, msg, data } = await post<T>(name, payload, { ...options, headers })
  if (code === 200) return { data, error: '', msg }
  if (code === LOG_OUT_CODE) logOutHere(headers['token'])
  if (!options.isSilent && !options.isLazy) toast.warning(msg, true)
  return { data: undefined, error: code, msg }
}

type Post = CallOptions & { readonly headers: Record<string, string> }

async function post<T>(
  name: string,
  payload: Readonly<Record<string, unknown>>,
  { headers, ...options }: Post,
): Promise<Envelope<T>> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const answer = await (options.fetch ?? fetch)(`/v1/${name}`, {
      method: 'POST',
      body: toFormData(payload),
      headers,
      signal,
    })
    return await readEnvelope<T>(answer)
  } catch (error) {
    return toOwnFailure(error) as Envelope<T>
  }
}

/** Headers every call carries: the token when logged in, the kind of device unless silent. */
export function toHeaders({ isSilent = false }: Pick<CallOptions, 'isSilent'> = {}): Record<string, string> {
  // A page may ask before what the browser remembers has been read.
  const token = useUserStore.getState().token || (typeof document === 'undefined' ? '' : readTokenCookie(document.cookie))
  return {
    ...(token ? { token } : {}),
    ...(isSilent ? {} : { plat: toPlat(navigator.userAgent) }),
    ...(typeof document === 'undefined' ? {} : { 'accept-language': document.documentElement.lang }),
  }
}

/** `wap` on phones, tablets and Android, `pc` elsewhere (SPEC §7). */
export function toPlat(userAgent: string): 'wap' | 'pc' {
  return /Android|iPhone|iPad|iPod|Mobile|Tablet|HarmonyOS/i.test(userAgent) ? 'wap' : 'pc'
}

function toFormData(payload: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

/** The envelope of an answer. JSON that is none comes from somebody in between, such as a proxy, and is as good as no JSON. */
export async function readEnvelope<T>(answer: Response): Promise<Envelope<T>> {
  const { code, msg, data } = Object(await answer.json()) as Partial<Envelope<T>>
  if (typeof code !== 'number' || typeof msg !== 'string') throw new SyntaxError('expected an envelope')
  return { code, msg, data: (code === 200 ? data : Object(data)) as T }
}

/** A call that asks for something is not answered by nothing, though its code says that all is well. */
export function toFilled<T>(answer: Envelope<T>): Envelope<T> {
  if (answer.code !== 200 || (answer.data ?? undefined) !== undefined) return answer
  const msg = readPageLang() === 'zh' ? '服务器的应答没有内容，请稍后重试' : 'The server’s answer is empty. Try again in a moment'
  return { code: 502, msg, data: { error: 'unavailable' } as T }
}

/** The envelope of a call that got no answer. */
export function toOwnFailure(error: unknown, limitMs = CALL_TIMEOUT_MS): Envelope<{ error: string }> {
  const isChinese = readPageLang() === 'zh'
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  if (isTimeout)
    return {
      code: 504,
      msg: isChinese
        ? `${limitMs / 1000} 秒内未得到应答，请检查网络后重试`
        : `No answer within ${limitMs / 1000} s. Check the connection and try again`,
      data: { error: 'timed_out' },
    }
  if (error instanceof DOMException && error.name === 'AbortError')
    return { code: 499, msg: isChinese ? '已取消' : 'Cancelled', data: { error: 'cancelled' } }
  // What came is no JSON: the page of a proxy whose server is away, or half an answer.
  if (error instanceof SyntaxError)
    return {
      code: 502,
      msg: isChinese ? '服务器的应答无法读取，请稍后重试' : 'The server’s answer cannot be read. Try again in a moment',
      data: { error: 'unavailable' },
    }
  return {
    code: 503,
    msg: isChinese ? '无法连接服务器，请检查网络后重试' : 'The server cannot be reached. Check the connection and try again',
    data: { error: 'unavailable' },
  }
}
