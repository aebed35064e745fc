import { splitLines } from '@octet/core/lines.ts'

/** What client hints say (W3C User-Agent Client Hints), as far as they are there. */
export type ClientHints = {
  readonly browser?: string
  readonly browserVersion?: string
  readonly system?: string
  readonly systemVersion?: string
  readonly model?: string
  readonly device?: 'mobile' | 'tablet' | 'desktop' | 'vr'
  /** Every hint as it was sent. */
  readonly rows: readonly { readonly name: string; readonly value: string }[]
}

const HINT = /^\s*(sec-ch-ua(?:-[a-z-]+)?)\s*:\s*(.*?)\s*$/i

/** Parts the lines of client hints from the header, which may stand with its name among others. */
export function splitHints(text: string): { header: string; hints: ClientHints | undefined } {
  const lines = splitLines(text).filter((line) => line.trim() !== '')
  const found = lines.flatMap((line) => {
    const [, name, value] = HINT.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const]
  })
  const named = lines.map((line) => /^\s*user-agent\s*:\s*(.*?)\s*$/i.exec(line)?.[1]).find((value) => value !== undefined)
  if (found.length === 0) return { header: named ?? text.trim(), hints: undefined }
  const others = lines.filter((line) => !HINT.test(line) && !/^[\w-]+\s*:/.test(line.trim()))
  return { header: named ?? others.join(' ').trim(), hints: readHints(new Map(found)) }
}

function readHints(sent: ReadonlyMap<string, string>): ClientHints {
  const get = (name: string) => unquote(sent.get(`sec-ch-ua-${name}`) ?? '') || undefined
  const brand = findBrand(sent.get('sec-ch-ua-full-version-list') ?? sent.get('sec-ch-ua') ?? '')
  const platform = get('platform')
  return {
    ...(brand && { browser: SHORT_NAMES[brand.name] ?? brand.name, browserVersion: brand.version }),
    ...strip({
      system: platform,
      systemVersion: toSystemVersion(platform, get('platform-version')),
      model: get('model'),
      device: toDevice(get('form-factors'), sent.get('sec-ch-ua-mobile')),
    }),
    rows: Array.from(sent, ([name, value]) => ({ name, value })),
  }
}

/** As everybody calls them. */
const SHORT_NAMES: Readonly<Record<string, string>> = { 'Google Chrome': 'Chrome' }

/** The brand that is neither the common engine nor made up to keep readers from guessing (`Not;A=Brand`). */
function findBrand(list: string): { name: string; version: string } | undefined {
  const brands = Array.from(list.matchAll(/"((?:[^"\\]|\\.)*)"\s*;\s*v\s*=\s*"([^"]*)"/g), ([, name = '', version = '']) => ({
    name: name.replaceAll(/\\(.)/g, '$1'),
    version,
  })).filter(({ name }) => !/not\W{0,2}a\W{0,2}brand/i.test(name))
  return brands.find(({ name }) => name !== 'Chromium') ?? brands[0]
}

/** Windows counts its editions otherwise here: 13 and above is 11. */
function toSystemVersion(platform: string | undefined, version: string | undefined): string | undefined {
  if (platform !== 'Windows' || version === undefined) return version?.replace(/^(\d+)(?:\.0)+$/, '$1')
  const major = Number.parseInt(version, 10)
  return major >= 13 ? '11' : major >= 1 ? '10' : '7–8.1'
}

function toDevice(factors: string | undefined, mobile: string | undefined): ClientHints['device'] {
  if (factors && /XR/i.test(factors)) return 'vr'
  if (factors && /tablet/i.test(factors)) return 'tablet'
  if (mobile === undefined) return undefined
  return mobile.trim() === '?1' ? 'mobile' : 'desktop'
}

const unquote = (text: string): string => text.replace(/^"(.*)"$/, '$1')

function strip<T extends Record<string, unknown>>(parts: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
