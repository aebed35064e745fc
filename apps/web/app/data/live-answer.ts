import { toJsonText } from '../result/main-text.ts'
import { liveText } from '../text/live-answer.ts'

/** Enough of what is no JSON to tell where it comes from. */
const MAX_FOREIGN_CHARS = 4_000

/** What a program would get; `type` is empty where it is JSON, and the status 0 where nothing came at all. */
export type LiveAnswer = { readonly text: string; readonly ms: number; readonly status: number; readonly type: string }

/** Asks this server as a program would. Never throws. */
export async function askLive(path: string, lang: string): Promise<LiveAnswer> {
  const startedAt = performance.now()
  const toMs = () => Math.max(1, Math.round(performance.now() - startedAt))
  try {
    const answer = await fetch(path, { cache: 'no-store', headers: { 'accept-language': lang } })
    return { ...(await readLive(answer)), ms: toMs() }
  } catch {
    return { text: '', ms: toMs(), status: 0, type: '' }
  }
}

/** JSON with line breaks; anything else as it came. */
export async function readLive(answer: Response): Promise<Omit<LiveAnswer, 'ms'>> {
  const { status } = answer
  const body = await answer.text()
  try {
    return { text: toJsonText(JSON.parse(body)), status, type: '' }
  } catch {
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
    return { text: body.trim().slice(0, MAX_FOREIGN_CHARS), status, type: type.trim() || '?' }
  }
}

/** How the call went. What is no JSON is not from this server, and said to be so. */
export function toLiveWords({ text, status, type }: LiveAnswer) {
  if (status === 0) return liveText.failed
  if (type === '') return liveText.answeredIn
  return text === '' ? liveText.empty : liveText.notJson
}
