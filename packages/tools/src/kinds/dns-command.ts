import { defineKind } from '@octet/core/kind.ts'
import { findCommandTarget, findShorthand, isHost } from '../lib/command-target.ts'
import { RECORD_TYPES } from '../lib/record-types.ts'

const PROGRAMS = ['dig', 'nslookup', 'host', 'drill', 'kdig', 'delv']
/** Words before a colon or a blank that ask for the same: a type, or all of them. */
const WORDS = ['dns', 'any', '解析', ...RECORD_TYPES.map((type) => type.toLowerCase())].filter((word) => word !== 'https')

export default defineKind({
  id: 'dns-command',
  title: { en: 'DNS query', zh: 'DNS 查询命令' },
  examples: ['dig @192.0.2.53 example.com MX +short', 'nslookup example.com', 'mx:example.com'],
  counterExamples: ['dig', 'host name', 'dig a hole'],
  detect(sample) {
    const command = findCommandTarget(sample, PROGRAMS)
    const target = command ?? findShorthand(sample, WORDS)
    if (!target) return undefined
    const words = sample.split(command ? /\s+/ : /[\s:：]/)
    const said = { ...findType(command ? words.slice(1) : words.slice(0, 1)), ...(command && findWay(words, target.host)) }
    const note = [said.type === 'ALL' ? undefined : said.type, target.host].filter(Boolean).join(' ')
    return { score: 0.96, text: target.host, note: { en: note, zh: note }, fields: said }
  },
})

/** `MX`, `-t mx`, `-type=mx`; all of them where none in particular is meant. */
function findType(words: readonly string[]): { type?: string } {
  const names = words.map((word) => word.replace(/^-(?:type|querytype|query|q)=/i, '').toUpperCase())
  const type = names.find((name) => (RECORD_TYPES as readonly string[]).includes(name))
  if (type) return { type }
  return names.some((name) => name === 'ANY' || name === 'DNS') ? { type: 'ALL' } : {}
}

/** Whom a command asks, `@192.0.2.53` or the second name of nslookup and host; or that it goes from the root, or validates. */
function findWay(words: readonly string[], target: string): { server?: string; mode?: string } {
  if (words.includes('+trace')) return { mode: 'trace' }
  const [named] = words.filter((word) => /^@./.test(word)).map((word) => word.slice(1))
  const isOld = /(?:nslookup|host)(?:\.exe)?$/i.test(words.find((word) => PROGRAMS.includes(toProgram(word))) ?? '')
  const second = isOld ? words.slice(words.indexOf(target) + 1).find(isHost) : undefined
  const server = named ?? second
  const isChecked = words.some((word) => word === '+dnssec' || toProgram(word) === 'delv')
  return { ...(server && { server }), ...(isChecked && { mode: 'dnssec' }) }
}

const toProgram = (word: string): string => word.toLowerCase().replace(/\.exe$/, '')
