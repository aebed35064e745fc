import { gcm } from '@noble/ciphers/aes.js'
import type { KeptDays } from '@octet/core/kept-input.ts'
import { request, type Failure, type Reply } from '../account/request.ts'
import { readPageLang } from '../page-lang.ts'
import { showToast } from '../state/toast-store.ts'
import { keepText } from '../text/keep.ts'
import type { Input } from '../tool/form.ts'
import { deflateInput, fromBase64Url, inflateInput, toBase64Url } from '../tool/packed.ts'

const [KEY_BYTES, NONCE_BYTES] = [32, 12] as const
/** Nothing else on the page says why it is empty. */
const TOLD_MS = 10_000
const LINK = /^kept=(?<id>[\w-]{1,40})\.(?<key>[\w-]{43})$/

/** An input that the server keeps for a link; `removal` is the word by which it can be removed. */
export type Kept = { readonly id: string; readonly removal: string; readonly expires_at: string }

/** Packs and seals an input with a key of its own: 12 bytes of nonce, then AES-256-GCM (NIST SP 800-38D). */
export async function sealInput(input: Input): Promise<{ sealed: Uint8Array; key: Uint8Array }> {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const box = gcm(key, nonce).encrypt(await deflateInput(input))
  const sealed = new Uint8Array(NONCE_BYTES + box.length)
  sealed.set(nonce)
  sealed.set(box, NONCE_BYTES)
  return { sealed, key }
}

/** Opens what {@link sealInput} sealed; undefined with another key, or when a bit has changed. */
export async function openSealed(sealed: Uint8Array, key: Uint8Array): Promise<Input | undefined> {
  try {
    return await inflateInput(Uint8Array.from(gcm(key, sealed.subarray(0, NONCE_BYTES)).decrypt(sealed.subarray(NONCE_BYTES))))
  } catch {
    return undefined
  }
}

/** Has a sealed input kept. `hash` is what a link to it ends with. */
export async function keepSealed(
  { sealed, key }: { readonly sealed: Uint8Array; readonly key: Uint8Array },
  days: KeptDays,
): Promise<Reply<Kept & { readonly hash: string }>> {
  const reply = await request<Kept>('POST', 'kept-input', { sealed: toBase64Url(sealed), days }, { isQuiet: true })
  return reply.data ? { data: { ...reply.data, hash: `kept=${reply.data.id}.${toBase64Url(key)}` } } : reply
}

/** Removes a kept input; one that is gone counts as removed. Gives why it is still there. */
export async function removeKept({ id, removal }: Kept): Promise<Failure | undefined> {
  const { failure } = await request('DELETE', `kept-input/${encodeURIComponent(id)}`, { removal }, { isQuiet: true })
  return failure?.code === 404 ? undefined : failure
}

/** Fetches and opens the input that a link leads to. Where it cannot be had the page says why and opens empty. */
export async function openKeptInput(hash: string): Promise<Input | undefined> {
  const lang = readPageLang()
  const { id, key } = LINK.exec(hash)?.groups ?? {}
  const tell = (text: string) => void showToast({ type: 'warning', text, hasClose: true, durationMs: TOLD_MS })
  if (!id || !key) return void tell(keepText.cut[lang])
  const { data, failure } = await request<{ sealed: string }>('GET', `kept-input/${id}`, {}, { isQuiet: true })
  if (!data) return void tell(failure?.code === 404 ? keepText.gone[lang] : (failure?.msg ?? ''))
  const input = await openSealed(fromBase64Url(data.sealed), fromBase64Url(key))
  if (!input) tell(keepText.cut[lang])
  return input
}
