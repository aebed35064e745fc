import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, toErrorMessage, toErrorResolution } from '@octet/core/errors.ts'
import { escapeHtml } from '@octet/core/escape-html.ts'
import type { Lang } from '@octet/core/text.ts'
import { noteFailure, toKnownError } from './reply.ts'

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:36em;margin:15vh auto;padding:0 1em;overflow-wrap:anywhere}h1{font-size:1.5em;line-height:1.3}small{opacity:.7}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const WORDS = {
  home: { en: 'To the home page', zh: '返回首页' },
  request: { en: 'Request', zh: '请求编号' },
} as const

/** Whether a person waits for a page: a browser that goes to an address which is no call. */
export function isPageRequest({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/(v1|mcp)(\/|\?|$)/.test(url) && (headers.accept?.includes('text/html') ?? false)
}

/**
 * A failure as a page that needs nothing else: where the site itself fails, nothing of it can be counted on. In the
 * language of the address, else of the browser.
 */
export function sendFailurePage(
  reply: FastifyReply,
  error: unknown,
  { lang: spoken, brand }: { lang: Lang; brand: string },
): FastifyReply {
  const known = toKnownError(error, reply)
  const lang = /^\/zh(\/|\?|$)/.test(reply.request.url) ? 'zh' : spoken
  const [title, what, name] = [toErrorMessage(known, lang), toErrorResolution(known, lang), brand].map(escapeHtml)
  const { id } = reply.request
  noteFailure(reply, known)
  return reply
    .code(ERRORS[known.key].status)
    .headers({ 'content-security-policy': POLICY, 'content-language': lang, vary: 'Accept, Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – ${name}</title><style>${STYLE}</style>` +
        `<h1>${title}</h1><p>${what}</p><p><a href="${lang === 'zh' ? '/zh' : '/'}">${WORDS.home[lang]}</a></p><p><small>${WORDS.request[lang]} ${escapeHtml(id)}</small></p></html>`,
    )
}
