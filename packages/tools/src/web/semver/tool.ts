import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Range, SemVer } from 'semver'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'
import { findFault } from './find-fault.ts'
import { toRangeWords } from './range-words.ts'

const MAX_VERSIONS = 20_000
const shown = (en: string, zh: string) => z.string().optional().meta({ label: { en, zh } })

type Part = 'major' | 'minor' | 'patch'
type Difference = Part | `pre${Part}` | 'prerelease' | 'none'

const PRERELEASE: Text = {
  en: 'a prerelease the range does not name',
  zh: '范围未写明的预发布版',
}

export default defineTool({
  id: 'semver',
  route: '/web/semver',
  group: 'web',
  rank: 45,
  icon: 'Versions',
  title: { en: 'Semantic version comparison', zh: '语义化版本比较' },
  summary: {
    en: 'Sort versions, see which a range such as ^1.2 takes and why, and what comes next',
    zh: '排序版本号，查看 ^1.2 等范围匹配哪些版本及原因，计算下一个版本',
  },
  about: {
    en: 'Order and form are those of Semantic Versioning 2.0.0, ranges those of npm: ^1.2, ~1.2.3, 1.x, >=1.2 <2, 1.2 - 2.3, || between alternatives. A prerelease is older than its version, and a range takes it only where it names one of the same version. What follows a + plays no part in the order; equal versions are put in a fixed order by it.',
    zh: '版本的格式与先后遵循语义化版本 2.0.0，范围采用 npm 的写法：^1.2、~1.2.3、1.x、>=1.2 <2、1.2 - 2.3，多个范围之间用 ||。预发布版早于其正式版，仅当范围中写有同一版本的预发布版时才匹配。+ 之后的内容不影响先后，仅用于固定相同版本的次序。',
  },
  keywords: ['version', 'npm', 'range', 'caret', 'tilde', 'prerelease', 'sort -V', '版本号', '版本范围', '预发布', '版本比较'],
  input: z.object({
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'Versions', zh: '版本号' },
        help: { en: 'One per line, or separated by blanks or commas', zh: '每行一个，或用空格、逗号分隔' },
        placeholder: { en: '1.2.3\nv2.0.0-rc.1', zh: '1.2.3\nv2.0.0-rc.1' },
        widget: 'text',
        main: true,
        wanted: true,
      }),
    range: z
      .string()
      .max(500)
      .default('')
      .meta({
        label: { en: 'Range', zh: '范围' },
        placeholder: { en: '^1.2 || >=3', zh: '^1.2 || >=3' },
        wanted: true,
      }),
    order: z
      .enum(['newest', 'oldest', 'given'])
      .default('newest')
      .meta({
        label: { en: 'Order', zh: '次序' },
        options: {
          newest: { en: 'Newest first', zh: '从新到旧' },
          oldest: { en: 'Oldest first', zh: '从旧到新' },
          given: { en: 'As given', zh: '原次序' },
        },
      }),
    prereleases: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ranges take every prerelease', zh: '范围包含所有预发布版' }, advanced: true }),
    loose: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Complete what is short', zh: '补全不完整的版本' },
        help: { en: 'v1.2 and release-1.2 are read as 1.2.0', zh: 'v1.2 与 release-1.2 按 1.2.0 读取' },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Versions', zh: '版本号' }, widget: 'text', main: true }),
    best: shown('Highest that fits', '匹配的最高版本'),
    lowest: shown('Lowest the range takes', '范围允许的最低版本'),
    range: shown('Range in full', '范围的完整写法'),
    meaning: shown('It takes', '范围含义'),
    difference: z
      .enum(['major', 'minor', 'patch', 'premajor', 'preminor', 'prepatch', 'prerelease', 'none'])
      .optional()
      .meta({
        label: { en: 'The two differ in', zh: '两者的差别' },
        options: {
          major: { en: 'major', zh: '主版本号' },
          minor: { en: 'minor', zh: '次版本号' },
          patch: { en: 'patch', zh: '修订号' },
          premajor: { en: 'major, to a prerelease', zh: '主版本号（预发布）' },
          preminor: { en: 'minor, to a prerelease', zh: '次版本号（预发布）' },
          prepatch: { en: 'patch, to a prerelease', zh: '修订号（预发布）' },
          prerelease: { en: 'prerelease', zh: '预发布标识' },
          none: { en: 'nothing that counts', zh: '无实质差别' },
        },
      }),
    rows: z
      .array(
        z.object({
          version: z.string().meta({ label: { en: 'Version', zh: '版本' } }),
          fits: z
            .boolean()
            .optional()
            .meta({ label: { en: 'Matches', zh: '匹配' } }),
          note: shown('Note', '说明'),
          patch: shown('Next patch', '下一修订号'),
          minor: shown('Next minor', '下一次版本号'),
          major: shown('Next major', '下一主版本号'),
        }),
      )
      .meta({ label: { en: 'Each', zh: '逐个结果' }, widget: 'table' }),
  }),
  accepts: { version: {} },
  examples: [
    {
      name: { en: 'Versions matching ^1.2', zh: '匹配 ^1.2 的版本' },
      input: { text: '1.10.0 1.9.3 2.0.0 1.2.0-beta.1', range: '^1.2' },
      output: {
        text: '1.10.0\n1.9.3',
        best: '1.10.0',
        lowest: '1.2.0',
        range: '>=1.2.0 <2.0.0-0',
        meaning: '1.2.0 or newer and older than 2.0.0 and its prereleases',
        rows: [
          { version: '2.0.0', fits: false, patch: '2.0.1', minor: '2.1.0', major: '3.0.0' },
          { version: '1.10.0', fits: true, patch: '1.10.1', minor: '1.11.0', major: '2.0.0' },
          { version: '1.9.3', fits: true, patch: '1.9.4', minor: '1.10.0', major: '2.0.0' },
          { version: '1.2.0-beta.1', fits: false, patch: '1.2.0', minor: '1.2.0', major: '2.0.0', note: PRERELEASE.en },
        ],
      },
    },
    {
      name: { en: 'Two versions compared', zh: '比较两个版本' },
      input: { text: '1.4.2 1.10.0' },
      output: {
        text: '1.10.0\n1.4.2',
        difference: 'minor',
        rows: [
          { version: '1.10.0', patch: '1.10.1', minor: '1.11.0', major: '2.0.0' },
          { version: '1.4.2', patch: '1.4.3', minor: '1.5.0', major: '2.0.0' },
        ],
      },
    },
    {
      name: { en: 'What ~1.2.3 means', zh: '~1.2.3 的含义' },
      input: { range: '~1.2.3' },
      output: {
        text: '',
        lowest: '1.2.3',
        range: '>=1.2.3 <1.3.0-0',
        meaning: '1.2.3 or newer and older than 1.3.0 and its prereleases',
        rows: [],
      },
    },
  ],
  async run({ text, range: written, order, prereleases, loose }, { lang }) {
    refuseLong(text, 2)
    const semver = await import('semver')
    const words = text.split(/[\s,;]+/).filter((word) => word !== '')
    if (words.length > MAX_VERSIONS)
      throw new AppError('too_large', { field: 'text', limit: counted(MAX_VERSIONS, 'versions'), got: words.length })
    const range = written.trim() === '' ? undefined : readRange(semver, written, prereleases)
    const read = (word: string) => semver.parse(word) ?? (loose ? semver.coerce(word, { includePrerelease: true }) : null)
    const found = words.map((word) => ({ word, version: read(word) }))
    const good = found.flatMap(({ version }) => version ?? [])
    const sorted = order === 'given' ? good : sort(good, semver.compareBuild, order)
    const fitting = range ? sorted.filter((version) => range.test(version)) : sorted
    const best = range && sort(fitting, semver.compareBuild, 'newest')[0]
    const lowest = range && semver.minVersion(range)
    const [first, second] = good
    const takesPrerelease = range && !prereleases ? readRange(semver, written, true) : undefined
    const toRow = (version: SemVer) => {
      const fits = range?.test(version)
      const isLeftOut = fits === false && takesPrerelease?.test(version) === true
      return {
        version: toName(version),
        ...(fits !== undefined && { fits }),
        ...(isLeftOut && { note: PRERELEASE[lang] }),
        ...Object.fromEntries(STEPS.map((step) => [step, semver.inc(version.version, step) ?? undefined])),
      }
    }
    return {
      text: fitting.map(toName).join('\n'),
      ...(best && { best: toName(best) }),
      ...(lowest && { lowest: lowest.version }),
      ...(range && { range: range.range || '*', meaning: toRangeWords(range)[lang] }),
      ...(found.length === 2 && first && second && { difference: toDifference(semver, first, second) }),
      rows: [
        ...sorted.map(toRow),
        ...found
          .filter(({ version }) => !version)
          .map(({ word }) => ({ version: word.slice(0, 300), note: findFault(word)[lang] })),
      ],
    }
  },
})

/** The first number that two versions differ in; the library names a higher one where the older is a prerelease. */
function toDifference({ compareBuild }: typeof import('semver'), one: SemVer, other: SemVer): Difference {
  const part = (['major', 'minor', 'patch'] as const).find((each) => one[each] !== other[each])
  if (!part) return one.version === other.version ? 'none' : 'prerelease'
  const newer = compareBuild(one, other) > 0 ? one : other
  return newer.prerelease.length > 0 ? `pre${part}` : part
}

const STEPS = ['patch', 'minor', 'major'] as const

/** What follows the + is told, too. */
const toName = ({ version, build }: SemVer): string => (build.length > 0 ? `${version}+${build.join('.')}` : version)

function sort(versions: readonly SemVer[], compare: (a: SemVer, b: SemVer) => number, order: 'newest' | 'oldest'): SemVer[] {
  return versions.toSorted((a, b) => (order === 'newest' ? compare(b, a) : compare(a, b)))
}

function readRange(semver: typeof import('semver'), text: string, includePrerelease: boolean): Range {
  try {
    return new semver.Range(text, { includePrerelease })
  } catch (cause) {
    const expected = { en: 'a range of versions, e.g. ^1.2, ~1.2.3, 1.x, >=1 <3', zh: '版本范围，例如 ^1.2、~1.2.3、1.x、>=1 <3' }
    throw new AppError('bad_input', { field: 'range', expected, got: text.slice(0, 80) }, { cause })
  }
}
