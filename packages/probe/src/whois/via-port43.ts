import { AppError, isAppError } from '@octet/core/errors.ts'
import type { WhoisObject } from '@octet/core/probe/whois.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '../guard/guard.ts'
import { AnswerCache } from '../answer-cache.ts'
import { isTopLevel, mergeFacts, toNote, type Asking, type Found, type Limited, type Raw } from './found.ts'
import type { WhoisLimits } from './limits.ts'
import { findReferral, isAboutAnother, parseWhois } from './parse-whois.ts'
import { askPort43, type Port43Answer } from './port43.ts'
import { isReserved, RESERVED_NOTE } from './reserved.ts'
import { isRefusalOfMore, ServerQueue } from './server-queue.ts'

const MAX_REFERRALS = 2
/** Registries change the names of their servers rarely. */
const ROOT_CACHE_MS = 86_400_000
/** More than there are. */
const MAX_TOP_LEVELS = 2000

/** Whom to ask while the root cannot be reached: registries without RDAP that are asked for most. */
const SEEDS: Readonly<Record<string, string>> = {
  cn: 'whois.cnnic.cn',
  'xn--fiqs8s': 'whois.cnnic.cn', // 中国
  de: 'whois.denic.de',
  eu: 'whois.eu',
  hk: 'whois.hkirc.hk',
  it: 'whois.nic.it',
  jp: 'whois.jprs.jp',
  kr: 'whois.kr',
  ru: 'whois.tcinet.ru',
  tw: 'whois.twnic.net.tw',
}

type Port43Way = {
  readonly guard: Guard
  /** WHOIS servers by top-level domain. */
  readonly seeds?: Readonly<Record<string, string>> | undefined
  readonly root: string
  readonly port: number | undefined
  readonly limits: WhoisLimits
}

/** Asks the root of WHOIS and follows its referrals; what was said before a server failed is kept. */
export function createPort43Way({
  guard,
  seeds = SEEDS,
  root,
  port,
  limits,
}: Port43Way): (object: WhoisObject, asking: Asking) => Promise<Found> {
  const queue = new ServerQueue()
  const roots = new AnswerCache<Port43Answer>({ lifetimeMs: ROOT_CACHE_MS, limit: MAX_TOP_LEVELS })

  const askInTurn = async (server: string, object: WhoisObject, { signal, left }: Limited): Promise<Port43Answer> => {
    await queue.enter(server, { signal, timeoutMs: Math.min(limits.turnMs, left()) })
    const answer = await askPort43(server, toLine(object, server), { guard, port, signal, timeoutMs: left(), limits })
    if (!isRefusalOfMore(answer.text)) return answer
    queue.rest(server)
    const said = answer.text.trim().split('\n')[0]?.slice(0, 120) ?? ''
    throw new AppError('target_failed', { reason: { en: `${server} says “${said}”`, zh: `${server} 表示“${said}”` } })
  }

  /** What the root says of a name is what it says of its top-level domain, when it refers to a registry. */
  const askRoot = async (object: WhoisObject, limited: Limited): Promise<Port43Answer> => {
    if (object.kind !== 'domain' || isTopLevel(object)) return askInTurn(root, object, limited)
    const topLevel = toTopLevel(object.name)
    const answer = await roots.get(topLevel, () => askInTurn(root, object, limited))
    if (!findReferral(answer.text)) roots.forget(topLevel)
    return answer
  }

  return async (object, limited) => {
    const answers: Port43Answer[] = []
    const notes: Text[] = []
    let server: string | undefined = root
    // the root itself registers top-level domains
    const maxReferrals = isTopLevel(object) ? 0 : limited.isBrief ? 1 : MAX_REFERRALS
    for (let hop = 0; server && hop <= maxReferrals; hop++) {
      try {
        answers.push(await (hop === 0 ? askRoot(object, limited) : askInTurn(server, object, limited)))
      } catch (error) {
        if (!isAppError(error) || error.key === 'cancelled') throw error
        const seed = hop === 0 && !isTopLevel(object) ? findSeed(object, seeds) : undefined
        if (!seed && answers.length === 0) throw error
        notes.push(toNote(server, error))
        if (!seed) break
        server = seed
        continue
      }
      const referral: string | undefined = findReferral(answers.at(-1)!.text)
      server = referral && !answers.some((one) => one.server === referral) ? referral : undefined
    }
    const all = answers.map(({ text }) => parseWhois(text, object.kind))
    const first = all[0]!
    const later = answers[0]!.server === root ? all.slice(1) : all
    const isElsewhere = object.kind === 'domain' && isAboutAnother(answers[0]!.text, object.name)
    if (isElsewhere && later.length === 0 && notes.length === 0) notes.push(NO_WHOIS)
    const facts = later.length > 0 ? later.reduce(mergeFacts) : isElsewhere ? {} : first
    const isOfObject = !isElsewhere || answers.length > 1
    const isKept = object.kind === 'domain' && facts.isRegistered === null && isOfObject && isReserved(answers.at(-1)!.text)
    if (isKept) notes.push(RESERVED_NOTE)
    else if (facts.isRegistered === null && notes.length === 0) notes.push(UNREAD)
    const raw = answers.map(({ server: from, text, ms, isCut }): Raw => ({ server: from, kind: 'whois', ms, isCut, text }))
    return { facts, about: { source: 'whois', raw, notes } }
  }
}

const UNREAD: Text = {
  en: 'Whether it is registered cannot be told from the answer: read it as it came.',
  zh: '无法从应答中判断是否已注册，请查看原文。',
}

const NO_WHOIS: Text = {
  en: 'No WHOIS server is registered for this top-level domain.',
  zh: '该顶级域没有登记 WHOIS 服务器。',
}

const toTopLevel = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

function findSeed({ kind, name }: WhoisObject, seeds: Readonly<Record<string, string>>): string | undefined {
  const topLevel = toTopLevel(name)
  return kind === 'domain' && Object.hasOwn(seeds, topLevel) ? seeds[topLevel] : undefined
}

/** Some servers need a word before the object. */
function toLine({ kind, name }: WhoisObject, server: string): string {
  if (server === 'whois.arin.net') return kind === 'asn' ? `a + ${name}` : `n + ${name}`
  if (server === 'whois.denic.de') return `-T dn,ace ${name}`
  // in English; without it in ISO-2022-JP
  if (server === 'whois.jprs.jp') return `${name}/e`
  // else name servers whose names begin alike are listed too
  if (server === 'whois.verisign-grs.com' && kind === 'domain') return `domain ${name}`
  return kind === 'asn' ? `AS${name}` : name
}
