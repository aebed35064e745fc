import type { Text } from '@octet/core/text.ts'

/** Browsers that say one version of a system for all later ones, from which version of theirs on. */
const FROZEN: readonly { readonly mark: RegExp; readonly since: Readonly<Record<string, number>>; readonly version: Text }[] = [
  {
    mark: /\(Windows NT 10\.0\b(?!.*Xbox)/,
    since: { Chrome: 94, Firefox: 91 },
    version: { en: '10 or 11 (NT 10.0)', zh: '10 或 11（NT 10.0）' },
  },
  {
    mark: /\(Macintosh; Intel Mac OS X 10[._]15(?:[._]7)?[;)]/,
    since: { Chrome: 90, Firefox: 87, Version: 14 },
    version: { en: '10.15.7 or later', zh: '10.15.7 或更高' },
  },
]

/** What a header says of the version of its system where that is no longer told. */
export function findFrozenVersion(header: string): Text | undefined {
  return FROZEN.find(
    ({ mark, since }) =>
      mark.test(header) &&
      Object.entries(since).some(
        ([name, first]) => Number(new RegExp(String.raw`\b${name}/(\d+)`).exec(header)?.[1] ?? 0) >= first,
      ),
  )?.version
}
