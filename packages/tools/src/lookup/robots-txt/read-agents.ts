import { AppError } from '@octet/core/errors.ts'

const MOST_AGENTS = 20
const MAX_CHARS = 200

/** In a `User-Agent` header the name of the robot: behind “compatible;”, else one that calls itself so. */
const IN_HEADER = [/\bcompatible;\s*([^/;()]+)/i, /([\w.-]*(?:bot|spider|crawl|slurp|fetch)[\w.-]*)/i]

/**
 * The product tokens of crawlers as somebody lists them: one a line, or with commas between; whole `User-Agent` headers are
 * read, too. Throws `bad_input`, `too_large`.
 *
 * @example
 * readAgents('Googlebot, Mozilla/5.0 (compatible; bingbot/2.0)') // ['Googlebot', 'bingbot']
 */
export function readAgents(text: string): string[] {
  const written = text
    .split(/\n|[,;，、](?![^()]*\))/)
    .map((each) => each.trim().slice(0, MAX_CHARS))
    .filter((each) => each !== '')
  const tokens = new Map(written.map(toToken).map((token) => [token.toLowerCase(), token]))
  if (tokens.size > MOST_AGENTS) throw new AppError('too_large', { field: 'agents', limit: MOST_AGENTS, got: tokens.size })
  if (tokens.size > 0) return [...tokens.values()]
  throw new AppError('bad_input', {
    field: 'agents',
    expected: { en: 'the name of a crawler such as Googlebot', zh: '爬虫名称，如 Googlebot' },
    got: text,
  })
}

function toToken(agent: string): string {
  if (!/[/()]/.test(agent)) return agent
  const name = IN_HEADER.map((pattern) => pattern.exec(agent)?.[1]?.trim()).find((it) => it !== undefined && it !== '')
  return name ?? (agent.split('/')[0]!.trim() || agent)
}
