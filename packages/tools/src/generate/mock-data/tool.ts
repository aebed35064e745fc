import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toCsv } from '../../lib/data/csv.ts'
import { toSqlInsert, type InsertOptions } from '../../lib/data/to-sql.ts'
import { NULL, readText, toEntry, toTextNode, type JsonArray, type JsonNode } from '../../lib/json/tree.ts'
import { writeJson } from '../../lib/json/write.ts'
import { createPacer, type Pacer } from '../../lib/pacer.ts'
import { toCreateTable } from './create-table.ts'
import { drawFacts } from './kinds.ts'
import { readColumns, type Column } from './read-columns.ts'
import { createSeededDraw } from './seeded-draw.ts'

const MOST_ROWS = 10_000
const MOST_CELLS = 200_000
const SEED_BYTES = 5

export default defineTool({
  id: 'mock-data',
  route: '/generate/mock-data',
  group: 'generate',
  rank: 46,
  icon: 'Database',
  title: { en: 'Mock data generator', zh: '模拟数据生成' },
  summary: {
    en: 'Rows of test data as JSON, CSV or SQL: people, addresses, dates, numbers; the same for the same seed',
    zh: '生成测试数据：姓名、地址、日期、数字等，输出 JSON、CSV 或 SQL，相同种子结果相同',
  },
  about: {
    en: 'Columns stand with commas between or one per line, each a kind or “name: kind”. Kinds: row, uuid, name, first, last, username, email, phone, company, job, address, street, city, region, postcode, country, latitude, longitude, number, decimal, boolean, date, time, datetime, timestamp, currency, domain, url, ipv4, ipv6, mac, colour, word, sentence, paragraph, pick, pattern, text, null.\n\nSome take more: row 1000, number 18..80, decimal 0..1 3, date 2024-01-01..2024-12-31, pick new|paid*3|sent (paid comes three times as often), pattern @@-#### (letters and digits). ?10% behind a kind leaves a tenth of the cells empty.\n\nA row is about one person at one place. Every cell comes from the seed, its row and its column alone, so that further rows and columns change no others. User names and email addresses never repeat.\n\nNothing leads to anybody: hosts and mailboxes are below example.com, example.net and example.org (RFC 2606), addresses those for documentation (RFC 5737, 3849, 7042), American numbers 555-01xx, which are kept for fiction. China keeps none, so Chinese ones are 010-0…, as no number in Beijing begins.',
    zh: '列以逗号分隔或每行一个，写类型，或“列名: 类型”。类型可用中文：行号、UUID、姓名、名、姓、用户名、邮箱、电话、公司、职业、地址、街道、城市、省份、邮编、国家、纬度、经度、整数、小数、布尔值、日期、时刻、日期时间、时间戳、货币、域名、网址、IPv4、IPv6、MAC、颜色、词语、句子、段落、任选、格式、固定文本、空值。\n\n部分类型可带参数：行号 1000、整数 18..80、小数 0..1 3、日期 2024-01-01..2024-12-31、任选 新建|已付*3|已发（“已付”出现的机会为三倍）、格式 @@-####（字母与数字）。类型之后加 ?10% 表示一成的单元格为空。\n\n一行对应同一个人、同一地点。每个单元格只由种子、行与列决定，增加行或列不会改变其他内容。用户名与邮箱不会重复。\n\n数据不指向任何人：域名与邮箱都在 example.com、example.net、example.org 之下（RFC 2606），地址为文档专用（RFC 5737、3849、7042），美国号码为供虚构使用的 555-01xx。中国没有此类预留号码，因此中文数据的号码为 010-0 开头，北京没有这样的号码。',
  },
  keywords: [
    'mock data',
    'fake data',
    'test data',
    'sample data',
    'dummy data',
    'faker',
    'random names',
    'seed',
    '假数据',
    '测试数据',
    '模拟数据',
    '随机姓名',
    '随机地址',
  ],
  input: z.object({
    columns: z
      .string()
      .max(10_000)
      .default('id, name, email, phone, city, joined: date, isActive: boolean')
      .meta({
        label: { en: 'Columns', zh: '列' },
        help: {
          en: 'Such as id, name, age: number 18..80, note: sentence ?20%',
          zh: '如 行号, 姓名, 年龄: 整数 18..80, 备注: 句子 ?20%',
        },
        widget: 'text',
        main: true,
      }),
    count: z
      .int()
      .min(1)
      .max(MOST_ROWS)
      .default(10)
      .meta({ label: { en: 'Rows', zh: '行数' } }),
    format: z
      .enum(['json', 'lines', 'csv', 'tsv', 'sql'])
      .default('json')
      .meta({
        label: { en: 'Format', zh: '格式' },
        widget: 'segments',
        options: {
          json: { en: 'JSON', zh: 'JSON' },
          lines: { en: 'JSON Lines', zh: 'JSON Lines' },
          csv: { en: 'CSV', zh: 'CSV' },
          tsv: { en: 'TSV', zh: 'TSV' },
          sql: { en: 'SQL', zh: 'SQL' },
        },
      }),
    language: z
      .enum(['auto', 'en', 'zh'])
      .default('auto')
      .meta({
        label: { en: 'Language of the data', zh: '数据语言' },
        options: {
          auto: { en: 'As the page', zh: '随页面语言' },
          en: { en: 'English', zh: '英文' },
          zh: { en: 'Chinese', zh: '中文' },
        },
      }),
    seed: z
      .string()
      .max(200)
      .default('')
      .meta({
        label: { en: 'Seed', zh: '种子' },
        help: { en: 'Any text; empty for other data each time.', zh: '任意文本；留空则每次不同。' },
      }),
    table: z
      .string()
      .min(1)
      .max(200)
      .default('people')
      .meta({ label: { en: 'Table', zh: '表名' }, when: { format: ['sql'] } }),
    quote: z
      .enum(['double', 'backtick', 'bracket', 'none'])
      .default('double')
      .meta({
        label: { en: 'Names in', zh: '名称引号' },
        options: {
          double: { en: '"name" (standard)', zh: '"name"（标准）' },
          backtick: { en: '`name` (MySQL)', zh: '`name`（MySQL）' },
          bracket: { en: '[name] (SQL Server)', zh: '[name]（SQL Server）' },
          none: { en: 'Nothing', zh: '不加引号' },
        },
        when: { format: ['sql'] },
      }),
    create: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'With CREATE TABLE', zh: '附带 CREATE TABLE' }, when: { format: ['sql'] } }),
  }),
  output: z.object({
    text: z.string().meta({
      label: { en: 'Data', zh: '数据' },
      widget: 'code',
      language: 'json',
      endings: { csv: { format: ['csv'] }, tsv: { format: ['tsv'] }, sql: { format: ['sql'] }, jsonl: { format: ['lines'] } },
      main: true,
    }),
    rows: z.int().meta({ label: { en: 'Rows', zh: '行数' }, isCount: true }),
    seed: z.string().meta({ label: { en: 'Seed', zh: '种子' } }),
  }),
  examples: [
    {
      name: { en: 'People', zh: '人员' },
      input: { columns: 'id, name, email, city', count: 2, seed: 'octet' },
      output: {
        text: '[\n  {\n    "id": 1,\n    "name": "Harry Dixon",\n    "email": "harry.dixon1@example.org",\n    "city": "Boston"\n  },\n  {\n    "id": 2,\n    "name": "Ivan Barnes",\n    "email": "ivan.barnes2@example.org",\n    "city": "New York"\n  }\n]',
        rows: 2,
        seed: 'octet',
      },
    },
    {
      name: { en: 'Orders in Chinese, as SQL', zh: '中文订单，输出 SQL' },
      input: {
        columns:
          '订单号: 格式 @@-######\n客户: 姓名\n电话\n收货地址: 地址\n金额: 小数 10..500 2\n状态: 任选 待付款|已付款*3|已发货\n备注: 句子 ?70%',
        count: 3,
        format: 'sql',
        language: 'zh',
        table: 'orders',
        quote: 'backtick',
        seed: 'octet',
      },
      output: {
        text: "CREATE TABLE `orders` (\n  `订单号` VARCHAR(255),\n  `客户` VARCHAR(255),\n  `电话` VARCHAR(255),\n  `收货地址` VARCHAR(255),\n  `金额` DECIMAL(20, 6),\n  `状态` VARCHAR(255),\n  `备注` TEXT\n);\n\nINSERT INTO `orders` (`订单号`, `客户`, `电话`, `收货地址`, `金额`, `状态`, `备注`) VALUES\n  ('LD-173448', '韩天宇', '010-08341965', '天津市新华路225号', 63.62, '已付款', '空谷传声，上和下睦。'),\n  ('TQ-248219', '姜浩然', '010-07916849', '北京市解放路39号', 46.77, '待付款', '好爵自縻，外受傅训。'),\n  ('UM-069249', '彭雨桐', '010-06109670', '浙江省杭州市学院路78号', 103.91, '已付款', NULL);\n",
        rows: 3,
        seed: 'octet',
      },
    },
    {
      name: { en: 'A server log as CSV', zh: '服务器日志，输出 CSV' },
      input: {
        columns:
          'at: datetime 2026-01-01..2026-01-07, ip: ipv4, method: pick GET*8|POST|PUT, url, status: pick 200*9|404|500, ms: number 1..900',
        count: 5,
        format: 'csv',
        seed: 'log',
      },
      output: {
        text: 'at,ip,method,url,status,ms\r\n2026-01-01T21:00:14Z,203.0.113.225,GET,https://example.org/henry.collins1/3914,200,733\r\n2026-01-01T06:52:59Z,198.51.100.119,GET,https://example.net/julia.baker2/1837,200,366\r\n2026-01-07T20:14:24Z,198.51.100.224,GET,https://example.com/frank.davis3/2257,500,853\r\n2026-01-04T01:18:12Z,198.51.100.216,GET,https://example.net/oscar.green4/2607,200,120\r\n2026-01-03T13:39:23Z,192.0.2.240,GET,https://example.net/oliver.ahmed5/9419,200,303\r\n',
        rows: 5,
        seed: 'log',
      },
    },
  ],
  async run({ columns: written, count, format, language, seed, table, quote, create }, { random, signal, lang }) {
    const columns = readColumns(written)
    if (columns.length * count > MOST_CELLS)
      throw new AppError('too_large', {
        field: { en: 'Cells', zh: '单元格数' },
        limit: MOST_CELLS,
        got: columns.length * count,
      })
    const used = seed === '' ? toSeed(random(SEED_BYTES)) : seed
    const rows = await makeRows(columns, {
      count,
      seed: used,
      lang: language === 'auto' ? lang : language,
      breathe: createPacer(signal),
    })
    return { text: write(rows, columns, { format, table, quote, create }), rows: count, seed: used }
  },
})

const toSeed = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

type Making = { readonly count: number; readonly seed: string; readonly lang: Lang; readonly breathe: Pacer }

/** Each cell has draws of its own, by the seed, its row and the name of its column. */
async function makeRows(columns: readonly Column[], { count, seed, lang, breathe }: Making): Promise<JsonArray> {
  const items: JsonNode[] = []
  for (let row = 0; row < count; row++) {
    const facts = drawFacts(createSeededDraw(`${seed}\0${row}`), { row, lang })
    const entries = columns.map(({ name, make, blankPercent }) => {
      const draw = createSeededDraw(`${seed}\0${row}\0${name}`)
      const isBlank = blankPercent > 0 && draw.below(100) < blankPercent
      return toEntry(name, isBlank ? NULL : make(draw, facts))
    })
    items.push({ type: 'object', entries })
    await breathe()
  }
  return { type: 'array', items }
}

type Writing = {
  readonly format: 'json' | 'lines' | 'csv' | 'tsv' | 'sql'
  readonly table: string
  readonly quote: InsertOptions['quote']
  readonly create: boolean
}

function write(rows: JsonArray, columns: readonly Column[], { format, table, quote, create }: Writing): string {
  switch (format) {
    case 'json':
      return writeJson(rows, { indent: '  ' })
    case 'lines':
      return rows.items.map((row) => `${writeJson(row, { indent: '' })}\n`).join('')
    case 'csv':
      return toCsv(rows)
    case 'tsv':
      return toCsv(rows, { delimiter: '\t' })
    case 'sql':
      return `${create ? `${toCreateTable(columns, { table, quote })}\n` : ''}${toSqlInsert(toSqlTimes(rows, columns), { table, quote })}`
  }
}

/** Databases take `2026-01-02 03:04:05`; not all of them know the T and Z of ISO 8601. */
function toSqlTimes(rows: JsonArray, columns: readonly Column[]): JsonArray {
  const isTime = columns.map(({ type }) => type === 'datetime')
  if (!isTime.includes(true)) return rows
  const items = rows.items.map((row): JsonNode => {
    if (row.type !== 'object') return row
    const entries = row.entries.map((entry, at) =>
      isTime[at] && entry.value.type === 'string'
        ? { ...entry, value: toTextNode(readText(entry.value).replace('T', ' ').replace('Z', '')) }
        : entry,
    )
    return { ...row, entries }
  })
  return { ...rows, items }
}
