import { splitLines } from '@octet/core/lines.ts'

/** One section of a file: what stands behind each key, in its order, each with its line. */
export type Section = {
  readonly kind: 'interface' | 'peer'
  readonly line: number
  /** The comment above a peer, where files keep its name. */
  readonly comment: string | undefined
  readonly entries: readonly Entry[]
}
export type Entry = { readonly key: string; readonly value: string; readonly line: number }
export type Config = { readonly sections: readonly Section[]; readonly faults: readonly Fault[] }
/** A line that is none of a file for WireGuard. */
export type Fault = { readonly line: number; readonly text: string; readonly isMisspelt: boolean }

/** Keys of wg(8) and wg-quick(8), in small letters, which they do not tell from capitals. */
const KEYS = {
  interface: [
    'privatekey',
    'listenport',
    'fwmark',
    'address',
    'dns',
    'mtu',
    'table',
    'preup',
    'postup',
    'predown',
    'postdown',
    'saveconfig',
  ],
  peer: ['publickey', 'presharedkey', 'allowedips', 'endpoint', 'persistentkeepalive'],
} as const

/** Takes files of WireGuard apart, one behind the other; each begins with its `[Interface]`. */
export function readConfigs(text: string): Config[] {
  const files: { sections: Section[]; faults: Fault[] }[] = []
  let comment: string | undefined
  let open: { section: Section; entries: Entry[] } | undefined
  const file = () => files.at(-1) ?? files[files.push({ sections: [], faults: [] }) - 1]!
  for (const [index, whole] of splitLines(text).entries()) {
    const line = index + 1
    const bare = whole.replace(/#.*/, '').trim()
    if (bare === '') {
      comment = /^\s*#\s*(\S.*?)\s*$/.exec(whole)?.[1] ?? (whole.trim() === '' ? undefined : comment)
      continue
    }
    const heading = /^\[(interface|peer)\]$/i.exec(bare)?.[1]?.toLowerCase() as Section['kind'] | undefined
    if (heading) {
      if (heading === 'interface') files.push({ sections: [], faults: [] })
      const entries: Entry[] = []
      open = { section: { kind: heading, line, comment, entries }, entries }
      file().sections.push(open.section)
      comment = undefined
      continue
    }
    const [, key = '', value = ''] = /^([\w-]+)\s*=\s*(.*)$/.exec(bare) ?? []
    const kind = open?.section.kind
    const isKnown = kind !== undefined && (KEYS[kind] as readonly string[]).includes(key.toLowerCase())
    if (isKnown) open!.entries.push({ key: key.toLowerCase(), value: value.trim(), line })
    else file().faults.push({ line, text: bare, isMisspelt: key !== '' && kind !== undefined })
  }
  return files
}

export const findAll = ({ entries }: Section, key: string): Entry[] => entries.filter((entry) => entry.key === key)
export const findOne = (section: Section, key: string): Entry | undefined => findAll(section, key).at(-1)

/** The parts between commas of all entries of a key. */
export const listValues = (section: Section, key: string): (Entry & { readonly part: string })[] =>
  findAll(section, key).flatMap((entry) =>
    entry.value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => ({ ...entry, part })),
  )
