import type { CorsProbe, CorsReport } from '@octet/core/probe/cors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Fetcher } from '../fetch.ts'
import { toUrlText } from '../url.ts'
import { createReader, findValue, readKept } from './answer-headers.ts'
import { dropForbidden, listFindings, listNotes, toPreflightWords } from './findings.ts'
import { listUnsafe } from './request-headers.ts'
import { tryOrigins, type Trial } from './try-origins.ts'
import { isSent, needsPreflight, toStopWords, walk, type Ask, type Asked, type Walk } from './walk.ts'

const TOTAL_MS = 9000
/** Requests as other origins are asked beside the question. */
const TRIAL_MS = 2500
/** Nothing is shown of a body. */
const MAX_BYTES = 1000
const MAX_VALUE = 4000

/** Finds out whether a browser would hand an answer to a page of another origin, and why not. */
export function createCorsProbe({ fetcher }: { fetcher: Fetcher }): CorsProbe {
  return {
    async report(text, { signal, timeoutMs = TOTAL_MS, family, connectTo, ...wish }) {
      const url = toUrlText(text)
      const deadline = performance.now() + timeoutMs
      const first = URL.parse(url)?.hostname
      const createAsk =
        (mostMs: number): Ask =>
        (at, sent) =>
          fetcher.fetch(at, {
            ...sent,
            signal,
            family,
            connectTo: URL.parse(at)?.hostname === first ? connectTo : undefined,
            timeoutMs: Math.max(1, Math.min(mostMs, deadline - performance.now())),
            maxRedirects: 0,
            maxBytes: MAX_BYTES,
            keepsBroken: true,
            keepsWhatCame: true,
          })
      const { origin, method = 'GET', withCredentials = false } = wish
      const { headers, dropped } = dropForbidden((wish.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]))
      const asked: Asked = { origin, method, withCredentials, headers }
      const path = await walk(url, asked, createAsk(timeoutMs))
      const trials = await tryOthers(path, asked, createAsk(TRIAL_MS))
      const found = { path, asked, trials, dropped }
      return toReport({
        path,
        asked,
        checks: listFindings(found),
        notes: listNotes(found),
        steps: [...path.steps, ...trials.map(({ step }) => step)],
      })
    },
  }
}

/** Of a server that answers to all alike, or to nobody, there is nothing to try. */
async function tryOthers({ steps }: Walk, { origin, method, headers }: Asked, ask: Ask): Promise<Trial[]> {
  const [first] = steps
  const named = first?.headers.find(({ name }) => name.toLowerCase() === 'access-control-allow-origin')?.value
  if (!first || first.origin !== origin || named !== origin) return []
  if (first.kind === 'request' && isSent(method)) return tryOrigins(first.url, origin, { ask, sent: { method, headers: {} } })
  const names = listUnsafe(headers).join(',')
  const sent = { 'access-control-request-method': method, ...(names && { 'access-control-request-headers': names }) }
  return tryOrigins(first.url, origin, { ask, sent: { method: 'OPTIONS', headers: sent } })
}

type Made = { readonly path: Walk; readonly asked: Asked } & Pick<CorsReport, 'checks' | 'notes' | 'steps'>

function toReport({ path, asked, ...made }: Made): CorsReport {
  const { answer, preflight, url, blockers, isCross } = path
  const { origin, method, withCredentials } = asked
  const isRead = isCross ? createReader(answer?.headers ?? [], withCredentials) : (name: string) => !/^set-cookie2?$/i.test(name)
  const needs = isCross && needsPreflight(asked)
  const passes = blockers.length === 0
  return {
    ...toVerdict(path, asked),
    url,
    origin,
    method,
    withCredentials,
    preflight: needs
      ? { why: toPreflightWords(asked), kept: passes && preflight ? readKept(preflight.headers).kept : null }
      : null,
    ...made,
    headers: (answer?.headers ?? []).map(([name, value]) => ({
      name,
      value: value.slice(0, MAX_VALUE),
      isReadable: passes && isRead(name),
    })),
  }
}

function toVerdict(path: Walk, asked: Asked): { verdict: CorsReport['verdict']; reason: Text } {
  const { blockers, stopped, answer, isCross, hasMore } = path
  const { method, origin } = asked
  const [first] = blockers
  if (first) return { verdict: 'blocked', reason: first.text }
  if (!isCross)
    return {
      verdict: 'allowed',
      reason: {
        en: `${origin} is the address's own origin, so that no permission is needed.`,
        zh: `${origin} 与网址同源，无需许可。`,
      },
    }
  if (stopped) return { verdict: 'undecided', reason: toStopWords(stopped) }
  if (hasMore)
    return {
      verdict: 'undecided',
      reason: { en: 'After ten redirects there is another; it was not followed.', zh: '跳转十次后仍要跳转，未再跟随。' },
    }
  if (!isSent(method))
    return {
      verdict: 'undecided',
      reason: needsPreflight(asked)
        ? {
            en: `The preflight passes, so that a browser sends ${method}. Whether the page may read the answer, that answer says.`,
            zh: `预检通过，浏览器会发送 ${method}；页面能否读取，取决于该请求的应答。`,
          }
        : {
            en: `A browser sends this ${method} without a preflight, whatever the server says. Whether the page may read the answer, that answer says.`,
            zh: `浏览器会直接发送此 ${method}，不经预检；页面能否读取，取决于该请求的应答。`,
          },
    }
  const value = findValue(answer?.headers ?? [], 'access-control-allow-origin') ?? ''
  return {
    verdict: 'allowed',
    reason: {
      en: `“Access-Control-Allow-Origin: ${value}” lets pages of ${origin} read the answer${asked.withCredentials ? ', with cookies' : ''}.`,
      zh: `“Access-Control-Allow-Origin: ${value}”允许 ${origin} 的页面读取应答${asked.withCredentials ? '（携带 Cookie）' : ''}。`,
    },
  }
}
