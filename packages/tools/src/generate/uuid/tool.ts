import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { SNOWFLAKE_EPOCHS } from '../../lib/id-time.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { findIdFacts } from './decode.ts'
import { fromHex, ID_KINDS, makeIds, NAMESPACES, toUuid } from './make.ts'
import { findOwn } from '../../lib/find-own.ts'

const MAKE = { mode: ['make'] } as const
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })
const table = z
  .array(
    z.object({
      id: shown('Id', '标识符'),
      kind: shown('Kind', '类型'),
      time: shown('Time inside', '内含时间'),
      details: shown('Details', '说明'),
    }),
  )
  .optional()
  .meta({ label: { en: 'Decoded', zh: '解析结果' }, widget: 'table' })

export default defineTool({
  id: 'uuid',
  route: '/generate/uuid',
  group: 'generate',
  rank: 10,
  icon: 'Fingerprint',
  title: { en: 'UUID, ULID, NanoID, Snowflake', zh: 'UUID、ULID、NanoID、雪花 ID' },
  summary: { en: 'Make many ids of any kind, or read the time inside them', zh: '批量生成各类标识符，或解析其中的时间' },
  about: {
    en: 'UUID versions 1 and 3–8 follow RFC 9562; ids with a time increase within one batch. Versions 1 and 6 use a random node, never the address of your network card. Random bits come from the strong random source of your own machine.',
    zh: 'UUID 第 1、3–8 版遵循 RFC 9562；带时间的标识符在同一批内递增。第 1、6 版使用随机节点，不含网卡地址。随机数取自本机的安全随机源。',
  },
  keywords: [
    'guid',
    'uuid',
    'ulid',
    'ksuid',
    'xid',
    'nanoid',
    'snowflake',
    'objectid',
    '唯一标识',
    '雪花',
    '随机 ID',
    'uuid generator',
    '雪花id',
  ],
  input: z.object({
    mode: z
      .enum(['make', 'decode'])
      .default('make')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { make: { en: 'Make', zh: '生成' }, decode: { en: 'Decode', zh: '解析' } },
      }),
    text: z
      .string()
      .max(1_000_000)
      .default('')
      .meta({
        label: { en: 'Ids, one per line', zh: '标识符，每行一个' },
        widget: 'text',
        main: true,
        when: { mode: ['decode'] },
        placeholder: { en: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', zh: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' },
      }),
    kind: z
      .enum(ID_KINDS)
      .default('v4')
      .meta({
        label: { en: 'Kind', zh: '类型' },
        when: MAKE,
        options: {
          v4: { en: 'UUID v4 (random)', zh: 'UUID v4（随机）' },
          v7: { en: 'UUID v7 (time, sortable)', zh: 'UUID v7（时间，可排序）' },
          v1: { en: 'UUID v1 (time)', zh: 'UUID v1（时间）' },
          v6: { en: 'UUID v6 (time, sortable)', zh: 'UUID v6（时间，可排序）' },
          v3: { en: 'UUID v3 (name, MD5)', zh: 'UUID v3（名称，MD5）' },
          v5: { en: 'UUID v5 (name, SHA-1)', zh: 'UUID v5（名称，SHA-1）' },
          v8: { en: 'UUID v8 (random bits)', zh: 'UUID v8（随机位）' },
          nil: { en: 'UUID nil', zh: 'UUID 全零' },
          max: { en: 'UUID max', zh: 'UUID 全一' },
          ulid: { en: 'ULID', zh: 'ULID' },
          nanoid: { en: 'NanoID', zh: 'NanoID' },
          ksuid: { en: 'KSUID', zh: 'KSUID' },
          xid: { en: 'XID', zh: 'XID' },
          objectid: { en: 'ObjectId (MongoDB)', zh: 'ObjectId（MongoDB）' },
          snowflake: { en: 'Snowflake', zh: '雪花 ID' },
        },
      }),
    count: z
      .int()
      .min(1)
      .max(10_000)
      .default(5)
      .meta({ label: { en: 'How many', zh: '数量' }, when: MAKE }),
    name: z
      .string()
      .max(10_000)
      .default('')
      .meta({
        label: { en: 'Name', zh: '名称' },
        when: { mode: ['make'], kind: ['v3', 'v5'] },
        placeholder: { en: 'www.example.com', zh: 'www.example.com' },
      }),
    namespace: z
      .string()
      .max(60)
      .default('dns')
      .meta({
        label: { en: 'Namespace', zh: '命名空间' },
        help: { en: 'dns, url, oid, x500 or a UUID', zh: 'dns、url、oid、x500 或任意 UUID' },
        when: { mode: ['make'], kind: ['v3', 'v5'] },
      }),
    upper: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Capital letters', zh: '大写' }, when: MAKE, advanced: true }),
    hyphens: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'With hyphens', zh: '带连字符' }, when: MAKE, advanced: true }),
    length: z
      .int()
      .min(2)
      .max(256)
      .default(21)
      .meta({ label: { en: 'Length', zh: '长度' }, when: { mode: ['make'], kind: ['nanoid'] }, advanced: true }),
    alphabet: z
      .string()
      .max(256)
      .default('')
      .meta({ label: { en: 'Custom alphabet', zh: '自定义字母表' }, when: { mode: ['make'], kind: ['nanoid'] }, advanced: true }),
    epoch: z
      .int()
      .min(0)
      .max(4_000_000_000_000)
      .default(Number(SNOWFLAKE_EPOCHS.twitter))
      .meta({
        label: { en: 'Epoch', zh: '起始时间' },
        unit: 'ms',
        when: { mode: ['make'], kind: ['snowflake'] },
        advanced: true,
      }),
    machine: z
      .int()
      .min(0)
      .max(1023)
      .default(0)
      .meta({ label: { en: 'Machine', zh: '机器号' }, when: { mode: ['make'], kind: ['snowflake'] }, advanced: true }),
  }),
  output: z.object({ text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }), rows: table }),
  accepts: { uuid: { mode: 'decode', text: '' }, 'sortable-id': { mode: 'decode', text: '' } },
  examples: [
    { name: { en: 'Five random UUIDs', zh: '五个随机 UUID' }, input: {} },
    { name: { en: 'Sortable UUIDs', zh: '可排序的 UUID' }, input: { kind: 'v7', count: 3 } },
    {
      name: { en: 'UUID of a name', zh: '由名称生成 UUID' },
      input: { kind: 'v5', name: 'www.example.com' },
      output: { text: '2ed6657d-e927-568b-95e1-2665a8aea6a2' },
    },
    {
      name: { en: 'Time in a UUIDv7', zh: 'UUIDv7 中的时间' },
      input: { mode: 'decode', text: '017F22E2-79B0-7CC3-98C4-DC0C0C07398F' },
      output: {
        text: '2022-02-22T19:22:22.000Z',
        rows: [
          {
            id: '017F22E2-79B0-7CC3-98C4-DC0C0C07398F',
            kind: 'UUIDv7',
            time: '2022-02-22T19:22:22.000Z',
            details: 'Unix milliseconds, sortable',
          },
        ],
      },
    },
  ],
  async run({ mode, text, kind, count, name, namespace, upper, hyphens, ...rest }, host) {
    if (mode === 'decode') return decode(text, host.lang)
    const isNamed = kind === 'v3' || kind === 'v5'
    if (rest.alphabet && new Set(rest.alphabet).size < 2) {
      const expected = { en: 'at least two different characters', zh: '至少两个不同的字符' }
      throw new AppError('bad_input', { field: 'alphabet', expected, got: rest.alphabet })
    }
    const ids = isNamed
      ? [await makeNamed(kind, name, namespace)]
      : makeIds(kind, {
          random: host.random,
          nowMs: host.now().getTime(),
          count,
          nanoidLength: rest.length,
          nanoidAlphabet: [...new Set(rest.alphabet)].join(''),
          snowflakeEpochMs: BigInt(rest.epoch),
          machine: rest.machine,
        })
    const isUuid = !['ulid', 'nanoid', 'objectid', 'ksuid', 'xid', 'snowflake'].includes(kind)
    const shaped = ids
      .map((id) => (isUuid && !hyphens ? id.replaceAll('-', '') : id))
      .map((id) => (upper && !CASE_COUNTS.has(kind) ? id.toUpperCase() : id))
    return { text: shaped.join('\n') }
  },
})

/** Ids of which a capital letter makes another one, or none. */
const CASE_COUNTS: ReadonlySet<string> = new Set(['nanoid', 'ksuid', 'xid'])

function decode(text: string, lang: 'zh' | 'en') {
  const lines = splitLines(text)
    .map((line) => line.trim())
    .filter(Boolean)
  const rows = lines.map((line) => {
    const facts = findIdFacts(line, lang)
    if (facts) return facts
    if (lines.length > 1) return { id: line, kind: '?', time: '', details: '' }
    const expected = { en: 'a UUID, ULID, ObjectId, KSUID, XID or snowflake', zh: 'UUID、ULID、ObjectId、KSUID、XID 或雪花 ID' }
    throw new AppError('bad_input', { field: 'text', expected, got: line.slice(0, 80) })
  })
  return { text: rows.map(({ time, kind }) => time || kind).join('\n'), rows }
}

/** RFC 9562 §5.3 and §5.5: the hash of namespace and name. */
async function makeNamed(kind: 'v3' | 'v5', name: string, namespace: string): Promise<string> {
  refuseLoneSurrogate(name, 'name')
  const space = findOwn(NAMESPACES, namespace.trim().toLowerCase()) ?? namespace.trim()
  const hex = space.replaceAll('-', '')
  if (!/^[\da-f]{32}$/i.test(hex)) {
    const expected = { en: 'dns, url, oid, x500 or a UUID', zh: 'dns、url、oid、x500 或 UUID' }
    throw new AppError('bad_input', { field: 'namespace', expected, got: namespace })
  }
  const { md5, sha1 } = await import('@noble/hashes/legacy.js')
  const bytes = Uint8Array.from([...fromHex(hex), ...new TextEncoder().encode(name)])
  return kind === 'v3' ? toUuid(md5(bytes), 3) : toUuid(sha1(bytes), 5)
}
