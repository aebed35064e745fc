import { AppError } from '@octet/core/errors.ts'
import { parseTarget } from '../../lib/target.ts'

/** Whose mail is asked about. */
export type Asked = { readonly host: string; readonly mailbox: string; readonly selectors: string[] }

/** Names under which a domain keeps its records about mail, and what stands before `_domainkey`. */
const PLACE = /^(?:_dmarc|_mta-sts|_smtp\._tls|[\w-]+\._bimi|(.+)\._domainkey)\.(?=.)/i
const SELECTOR = /^[\w.-]{1,63}$/
const MOST_SELECTORS = 20

const AN_ADDRESS = { en: 'it is an address; mail records belong to domains', zh: '这是 IP 地址，邮件记录属于域名' }

/**
 * What is asked of a domain or mailbox, and of the selectors beside it. The name of one of its records stands for the domain:
 * `s1._domainkey.example.com` asks about example.com and the selector s1.
 *
 * @throws {AppError} `bad_input` for a text without a host, or for what is no selector; `bad_domain` for an address
 */
export function parseAsked(domain: string, selectors: string): Asked {
  const bare = /<([^<>]*)>\s*$/.exec(domain)?.[1] ?? domain
  const [, local = 'postmaster', name = ''] = /^(?:(.*)@)?(.*)$/s.exec(bare.trim().replace(/^mailto:/i, ''))!
  const { host: written, isAddress } = parseTarget(name, 'domain')
  if (isAddress) throw new AppError('bad_domain', { got: written, reason: AN_ADDRESS })
  const [place = '', selector] = PLACE.exec(written) ?? []
  const host = written.slice(place.length)
  const named = [selector, ...selectors.split(/[\s,;，；、]+/).map(toSelector)].filter((one) => one !== undefined && one !== '')
  return { host, mailbox: `${local}@${host}`, selectors: [...new Set(named as string[])].slice(0, MOST_SELECTORS) }
}

/** `s1`, also where it is copied as `s=s1` out of a signature, or as the whole name of its record. */
function toSelector(written: string): string {
  const selector = written.replace(/^s=/i, '').replace(/\._domainkey(?:\..*)?$/i, '')
  if (selector === '' || SELECTOR.test(selector)) return selector
  throw new AppError('bad_input', {
    field: 'selectors',
    expected: {
      en: 'names such as s1, of letters, digits, dots and hyphens',
      zh: '选择器名称（如 s1），由字母、数字、点和连字符组成',
    },
    got: written.slice(0, 80),
  })
}
