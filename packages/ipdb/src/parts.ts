import type { IpRecord } from '@octet/core/ip/record.ts'
import { SPECIAL_BLOCKS, type SpecialBlock } from '@octet/core/ip/special.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Loaded } from './load.ts'
import { FLAGS, USAGE_TYPES, type DatabaseMeta } from './meta.ts'
import { ANONYMISING, EMPTY } from './provenance.ts'
import { ASN, ASN_WORDS } from './record-table.ts'
import type { StringPool } from './string-pool.ts'

/** Facts of a country in one language, as they stand in a record, and the same as JSON text. */
export type CountryPart = Pick<
  IpRecord,
  'country_code' | 'country_name' | 'country_capital' | 'is_eu' | 'calling_code' | 'country_flag' | 'currency'
> & {
  /** Bits of EMPTY. */
  readonly empty: number
  /** From `country_code` to `country_capital`, and from `is_eu` to `country_flag`. */
  readonly head: string
  readonly tail: string
  readonly currencyJson: string
}

const NO_CURRENCY: IpRecord['currency'] = Object.freeze({ code: null, name: null, symbol: null })

export function toCountryParts(meta: DatabaseMeta, lang: Lang): CountryPart[] {
  return meta.countries.map((country) => {
    const currency = country?.currency
    const facts = {
      country_code: country?.code ?? null,
      country_name: country?.name[lang] ?? null,
      country_capital: country?.capital?.[lang] ?? null,
    }
    const rest = {
      is_eu: country?.isEu ?? null,
      calling_code: country?.callingCode ?? null,
      country_flag: country ? `/flags/${country.code.toLowerCase()}.svg` : null,
    }
    const money = currency
      ? Object.freeze({ code: currency.code, name: currency.name[lang], symbol: currency.symbol[lang] })
      : NO_CURRENCY
    return {
      ...facts,
      ...rest,
      currency: money,
      empty:
        (country ? 0 : EMPTY.country) |
        (country?.capital ? 0 : EMPTY.capital) |
        (currency ? 0 : EMPTY.currency) |
        (country?.callingCode ? 0 : EMPTY.callingCode),
      head: toMembers(facts),
      tail: toMembers(rest),
      currencyJson: JSON.stringify(money),
    }
  })
}

/** The members of an object as JSON without its braces. */
function toMembers(value: object): string {
  return JSON.stringify(value).slice(1, -1)
}

/** A network in one language. */
export type AsnPart = {
  readonly value: IpRecord['ASN']
  /** As JSON, once it has been asked for. */
  json: string | undefined
  readonly flags: number
  readonly empty: number
}

/** Networks as they stand in records, made when first asked for and kept. */
export class AsnParts {
  readonly #asns: Uint32Array
  readonly #strings: StringPool
  readonly #meta: DatabaseMeta
  readonly #lang: Lang
  readonly #plain: (AsnPart | undefined)[]
  readonly #withIsp = new Map<number, AsnPart>()

  constructor({ meta, toKept }: Pick<Loaded, 'meta' | 'toKept'>, asns: Uint32Array, strings: StringPool, lang: Lang) {
    this.#asns = asns
    this.#strings = strings
    this.#meta = meta
    this.#lang = lang
    this.#plain = toKept<AsnPart>(asns.length / ASN_WORDS)
  }

  get(asn: number, isp: number): AsnPart {
    if (isp === 0) return (this.#plain[asn] ??= this.#make(asn, null))
    const key = asn * 4096 + isp
    let part = this.#withIsp.get(key)
    if (part === undefined) this.#withIsp.set(key, (part = this.#make(asn, this.#meta.isps[isp]![this.#lang])))
    return part
  }

  #make(asn: number, isp: string | null): AsnPart {
    const at = ASN_WORDS * asn
    const name = this.#strings.get(this.#asns[at + ASN.name]!)
    const usageAndFlags = this.#asns[at + ASN.usageAndFlags]!
    const value = Object.freeze({
      asn: asn === 0 ? null : this.#asns[at + ASN.asn]!,
      asn_name: name,
      domain: this.#strings.get(this.#asns[at + ASN.domain]!),
      usage_type: USAGE_TYPES[usageAndFlags & 0xff]!,
      isp: isp ?? name,
      organization: name,
    })
    const empty =
      (asn === 0 ? EMPTY.asn : 0) | (value.domain === null ? EMPTY.domain : 0) | (value.usage_type === null ? EMPTY.usage : 0)
    return { value, json: undefined, flags: (usageAndFlags >>> 8) & 0xff, empty }
  }
}

/** `is_proxy` and `proxy_data` for a set of flags. */
export type FlagPart = { readonly isProxy: boolean | null; readonly value: IpRecord['proxy_data']; readonly json: string }

/** Flags as they stand in records, for each combination of those that are set and those that are known. */
export class FlagParts {
  readonly #parts = Array.from<FlagPart | undefined>({ length: 64 * 64 })

  get(flags: number, known: number): FlagPart {
    return (this.#parts[flags * 64 + known] ??= makeFlagPart(flags, known))
  }
}

function makeFlagPart(flags: number, known: number): FlagPart {
  const read = (bit: number) => ((flags & bit) !== 0 ? true : (known & bit) !== 0 ? false : null)
  const isProxy = (flags & ANONYMISING) !== 0 ? true : (known & ANONYMISING) === ANONYMISING ? false : null
  const value = Object.freeze({
    is_vpn: read(FLAGS.vpn),
    is_tor: read(FLAGS.tor),
    is_data_center: read(FLAGS.dataCenter),
    is_proxy: read(FLAGS.proxy),
    is_relay: read(FLAGS.relay),
    is_hosting: read(FLAGS.hosting),
  })
  return { isProxy, value, json: `"is_proxy":${isProxy},"proxy_data":${JSON.stringify(value)}` }
}

/** Special blocks by their numbers; 0 is none. */
export function toSpecials(meta: DatabaseMeta): (SpecialBlock | null)[] {
  return meta.specials.map((block) => {
    if (block === '') return null
    const known = SPECIAL_BLOCKS.find((special) => special.block === block)
    if (!known) throw new Error(`the database names the special block ${block}, which this version does not know`)
    const { name, rfc, global } = known
    return Object.freeze({ block, name, rfc, global })
  })
}
