import type { IpVersion } from '@octet/core/ip/address.ts'
import { defineSource, type Golden, type Source } from '@octet/core/source.ts'
import type { CountryFacts } from '@octet/ipdb/meta.ts'
import type { LayerKind, LayerValues } from '../layer.ts'
import { toWords } from '../merge/special-layer.ts'
import { RangeList } from '../readers/range-list.ts'
import type { DescribedNetwork } from '../sources/as-metadata/source.ts'
import type { NetworkDomain } from '../sources/iplocate-domains/source.ts'
import type { Division } from '../sources/divisions/source.ts'
import type { Town } from '../sources/geonames/source.ts'

/** A range of a test source; addresses as numbers of their family. */
export type TestRange<Value> = { readonly first: bigint; readonly last: bigint; readonly value: Value }

const LICENCE = {
  name: 'CC0-1.0',
  url: 'https://example.com/licence',
  attribution: { en: 'nobody', zh: '无' },
  mayRedistribute: true,
}

type Extra = {
  readonly precedence?: number
  readonly minRows?: number
  readonly golden?: readonly Golden[]
  readonly isOptional?: boolean
}

const common = (id: string, { precedence = 10, minRows = 0, golden = [], isOptional = false }: Extra = {}) => ({
  id,
  title: { en: id, zh: id },
  homepage: 'https://example.com/',
  licence: LICENCE,
  origin: { kind: 'url', urls: [], cadence: 'daily' } as const,
  precedence,
  isOptional,
  bounds: { minRows, maxRows: 1_000_000 },
  golden,
  readDate: () => '2026-11-01',
})

/** A source of ranges kept in memory. */
export function makeLayer<Kind extends LayerKind>(
  kind: Kind,
  id: string,
  ranges: Partial<Record<IpVersion, readonly TestRange<LayerValues[Kind]>[]>>,
  extra?: Extra,
): Source {
  return defineSource({
    ...common(id, extra),
    kind,
    *parse() {
      for (const version of [4, 6] as const) {
        const rows = ranges[version]
        if (!rows) continue
        const list = new RangeList(version)
        for (const [at, { first, last }] of rows.entries()) list.push(toWords(first, version), toWords(last, version), at + 1)
        yield list.toStream((value) => rows[value - 1]!.value)
      }
    },
  })
}

/** A list of divisions of countries. */
export function makeDivisions(...rows: readonly (readonly [code: string, name: string])[]): Source {
  const divisions = rows.map(([code, name]): Division => ({ code, name, level: 1 }))
  return defineSource({ ...common('divisions'), kind: 'divisions', parse: () => divisions })
}

/** Domains of networks, of a source that is not to be passed on. */
export function makeDomains(...domains: readonly NetworkDomain[]): Source {
  const licence = { ...LICENCE, mayRedistribute: false }
  return defineSource({ ...common('domains'), licence, kind: 'domains', parse: () => domains })
}

/** What is said of networks. */
export function makeNetworks(...networks: readonly DescribedNetwork[]): Source {
  return defineSource({ ...common('networks'), kind: 'networks', parse: () => networks })
}

const toFacts = (code: string): CountryFacts => ({
  code,
  name: { en: `Land ${code}`, zh: `国${code}` },
  capital: null,
  isEu: false,
  callingCode: null,
  currency: null,
})

/** Countries AA … DD, each with two towns on its own degree of longitude, and one time zone for all. */
export function makeBasis(): Source[] {
  const codes = ['AA', 'BB', 'CC', 'DD']
  const towns: Town[] = codes.flatMap((country, at) => [
    { name: 'North', country, region: 'Upper', latitude: 10, longitude: at },
    { name: 'South', country, region: 'Lower', latitude: -10, longitude: at },
  ])
  return [
    defineSource({ ...common('facts'), kind: 'facts', parse: () => codes.map(toFacts) }),
    defineSource({ ...common('towns'), kind: 'towns', parse: () => towns }),
    defineSource({ ...common('zones'), kind: 'zones', parse: () => [() => 'Etc/UTC'] }),
    defineSource({ ...common('classes'), kind: 'classes', parse: () => [] }),
  ]
}
