import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { packNames } from '@octet/tools/lookup/phone/pack-names.ts'
import readNames, { listCodes, type NameKind } from '@octet/tools/lookup/phone/world-names.ts'

const FILE = /packages[\\/]tools[\\/]src[\\/]lookup[\\/]phone[\\/](packed-places|world-names)\.ts$/

/**
 * Puts the places, carriers and time zones of phone numbers into the site: the tool reads them from a package's files, as only Node can.
 * Whoever asks about a number of that kind loads them, and sees them as Node does.
 */
export const phoneNamesPlugin = (): Plugin => ({
  name: 'octet-phone-names',
  enforce: 'pre',
  load: {
    filter: { id: FILE },
    async handler(id) {
      const code =
        FILE.exec(id)?.[1] === 'packed-places'
          ? `export default ${toParsed((await import(pathToFileURL(id).href)).default)}\n`
          : toReader(await packOnce(), join(id, '../pack-names.ts'))
      return { code, map: null }
    },
  },
})

/** Data that are read at run time, as browsers do faster than code. */
const toParsed = (data: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(data))})`

const toReader = (packed: unknown, pack: string): string => `import { unpackNames } from ${JSON.stringify(pack)}
const packed = ${toParsed(packed)}
export default async function readNames(kind, lang, code) {
  const names = packed[kind + ' ' + lang + ' ' + code]
  return names === undefined ? undefined : unpackNames(names)
}
`

let packed: Promise<Record<string, string>> | undefined
/** What every worker's build asks for is packed once. */
const packOnce = () => (packed ??= packAll())

/** The names of all countries but mainland China, whose tables are the tool's own. */
async function packAll(): Promise<Record<string, string>> {
  const packed: Record<string, string> = {}
  for (const kind of ['geocodes', 'carrier', 'zones'] as const satisfies readonly NameKind[])
    for (const lang of ['en', 'zh'] as const)
      for (const code of await listCodes(kind, lang)) {
        if (code === '86') continue
        const names = await readNames(kind, lang, code)
        if (names) packed[`${kind} ${lang} ${code}`] = packNames(names)
      }
  return packed
}
