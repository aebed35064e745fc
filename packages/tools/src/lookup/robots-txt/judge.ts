import type { FetchedRobots } from '@octet/core/probe/page.ts'
import { RobotsFile, type RobotsRule } from '@octet/core/robots/robots-file.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Pacer } from '../../lib/pacer.ts'
import type { Asked } from './read-paths.ts'
import { WORDS } from './words.ts'

export type Verdict = 'allowed' | 'disallowed' | 'elsewhere'
export type Row = {
  readonly agent: string
  readonly url: string
  readonly verdict: Verdict
  readonly why: string
  readonly group: string
  readonly beaten: string
}

/** The file that decides: pasted, fetched, or none there. */
export type Source = Pick<FetchedRobots, 'status' | 'problem'> & {
  readonly file: RobotsFile | undefined
  /** Of a fetched file the site that it is of. */
  readonly origin: string | undefined
}

/** Crawlers whose owners say that they read another group where there is none of their own name. */
const ALSO_READS: Readonly<Record<string, string>> = {
  'googlebot-image': 'googlebot',
  'googlebot-news': 'googlebot',
  'googlebot-video': 'googlebot',
  applebot: 'googlebot',
  yandexbot: 'yandex',
}
/** Crawlers that mind only groups of their own name, by what their owner says. */
const READS_ITS_OWN = new Set(['adsbot-google', 'adsbot-google-mobile', 'mediapartners-google'])
const MOST_BEATEN = 5

type Context = { readonly source: Source; readonly lang: Lang; readonly breathe: Pacer }

/** Whether each crawler may fetch each page, and what decides. */
export async function judge(agents: readonly string[], pages: readonly Asked[], context: Context): Promise<Row[]> {
  const rows: Row[] = []
  for (const agent of agents)
    for (const page of pages) {
      rows.push(judgeOne(agent, page, context))
      await context.breathe()
    }
  return rows
}

function judgeOne(agent: string, { written, path, origin }: Asked, { source, lang }: Context): Row {
  const words = WORDS[lang]
  const { file } = source
  const row = { agent, url: written, group: '', beaten: '' }
  if (source.origin !== undefined && origin !== undefined && origin !== source.origin)
    return { ...row, verdict: 'elsewhere', why: words.elsewhere }
  if (path === '/robots.txt') return { ...row, verdict: 'allowed', why: words.itself }
  if (!file) return { ...row, ...toWholeVerdict(source, lang) }
  const { name, groupLines, rule, beaten } = file.explain(toReadName(agent, file), path)
  if (name === undefined || (name === '*' && READS_ITS_OWN.has(agent.toLowerCase())))
    return { ...row, verdict: 'allowed', why: name === undefined ? words.noGroup : words.readsItsOwn }
  return {
    ...row,
    verdict: (rule?.isAllow ?? true) ? 'allowed' : 'disallowed',
    why: rule ? words.rule(rule.line, toPlain(rule)) : words.noRule,
    group: words.group(name, groupLines),
    beaten: beaten
      .slice(0, MOST_BEATEN)
      .map((each) => words.rule(each.line, toPlain(each)))
      .join('\n'),
  }
}

/** Without a file: a site that has none forbids nothing, one that fails or cannot be reached everything (RFC 9309 §2.3.1). */
function toWholeVerdict({ status, problem }: Source, lang: Lang): Pick<Row, 'verdict' | 'why'> {
  const words = WORDS[lang]
  if (problem || status === null) return { verdict: 'disallowed', why: words.unreachable(problem?.[lang] ?? '') }
  if (status >= 500) return { verdict: 'disallowed', why: words.failing(status) }
  return { verdict: 'allowed', why: words.noFile(status) }
}

/** The name whose groups a crawler reads: its own, or the one that it falls back to. */
function toReadName(agent: string, file: RobotsFile): string {
  const other = ALSO_READS[agent.toLowerCase()]
  return other !== undefined && !file.has(agent) && file.has(other) ? other : agent
}

/** A rule without its comment. */
const toPlain = ({ text }: RobotsRule): string => text.replace(/\s*#.*/, '')
