import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { createPacer } from '../../lib/pacer.ts'
import { DIALECTS, DIALECT_NAMES } from '../../lib/sql/dialects.ts'
import { indentField, INDENTS } from '../indent.ts'

const FORMAT = { action: ['format'] } as const
const LIST = { action: ['list'] } as const
const FILL = { action: ['fill'] } as const
const CASES = {
  preserve: { en: 'As written', zh: '保持原样' },
  upper: { en: 'UPPER', zh: '大写' },
  lower: { en: 'lower', zh: '小写' },
} as const
const letterCase = (label: { en: string; zh: string }, isAdvanced: boolean) =>
  z.enum(['preserve', 'upper', 'lower']).default('preserve').meta({ label, options: CASES, when: FORMAT, advanced: isAdvanced })

export default defineTool({
  id: 'sql',
  route: '/format/sql',
  group: 'format',
  rank: 50,
  icon: 'FileTypeSql',
  title: { en: 'SQL formatter', zh: 'SQL 格式化' },
  summary: {
    en: 'Format, check and minify SQL of twenty dialects; fill in values, split statements, build IN lists',
    zh: '二十种方言的格式化、校验与压缩，填入参数，拆分语句，生成 IN 列表',
  },
  about: {
    en: 'Comments, strings and names stay as written; only white space and, if you choose, the case of keywords change. Placeholders such as ?, :id, @id, $1, %s, #{id}, ${id} and {{ id }} stay, as do statements and comments of Jinja (dbt) and the elements of MyBatis, each on its line; client commands (DELIMITER, GO, /) keep their lines.\n\nValues can be filled in: from a list, from JSON, or from a log of MyBatis or Hibernate; they are written as literals of the dialect.\n\nErrors name line, column and dialect. Lists of more than 500 values are packed into lines. Up to 1 MiB; a single statement up to 256 KiB, such lists not counted.',
    zh: '注释、字符串与标识符原样保留，只调整空白，以及您选定的关键字大小写。占位符（?、:id、@id、$1、%s、#{id}、${id}、{{ id }} 等）、Jinja（dbt）的语句与注释、MyBatis 标签（各占一行），以及客户端命令行（DELIMITER、GO、/）保持不变。\n\n也可以填入参数值：来自列表、JSON，或 MyBatis、Hibernate 日志，按所选方言写成字面量。\n\n出错时给出行列与所用方言。超过 500 个值的列表会紧凑排列。上限 1 MiB，单条语句（不计长列表）256 KiB。',
  },
  keywords: [
    'query',
    'mysql',
    'postgresql',
    'oracle',
    'sqlite',
    'sql server',
    't-sql',
    'bigquery',
    'beautify',
    'pretty print',
    'minify',
    'in list',
    'mybatis',
    'mybatis xml',
    'hibernate',
    'prepared statement',
    'dbt',
    'dbt jinja',
    'mybatis 日志',
    '参数',
    '占位符',
    '美化',
    '压缩',
    '格式化',
    '语句',
  ],
  timeoutMs: 5000,
  input: z.object({
    text: z.string().meta({
      label: { en: 'SQL, or values for a list', zh: 'SQL 语句，或用于列表的值' },
      widget: 'code',
      language: 'sql',
      main: true,
      placeholder: { en: 'select * from t where id = 1', zh: 'select * from t where id = 1' },
    }),
    action: z
      .enum(['format', 'minify', 'line', 'split', 'list', 'fill', 'unquote'])
      .default('format')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          format: { en: 'Format', zh: '格式化' },
          minify: { en: 'Minify', zh: '压缩' },
          line: { en: 'One line', zh: '合并为一行' },
          split: { en: 'Split statements', zh: '拆分语句' },
          list: { en: 'Values → IN list', zh: '生成 IN 列表' },
          fill: { en: 'Fill in values', zh: '填入参数' },
          unquote: { en: 'Extract from code', zh: '从代码中提取' },
        },
        widget: 'segments',
      }),
    dialect: z
      .enum(DIALECT_NAMES)
      .default('sql')
      .meta({
        label: { en: 'Dialect', zh: '方言' },
        options: Object.fromEntries(DIALECT_NAMES.map((name) => [name, DIALECTS[name].name])),
        when: { action: ['format', 'minify', 'line', 'split', 'fill'] },
      }),
    values: z
      .string()
      .max(1_000_000)
      .default('')
      .meta({
        label: { en: 'Values for the placeholders', zh: '占位符的值' },
        help: {
          en: 'One per line, name = value for :name, or JSON. A log of MyBatis or Hibernate brings its own.',
          zh: '每行一个；:name 形式写“名称 = 值”；也可用 JSON。MyBatis、Hibernate 日志自带参数，无需填写。',
        },
        placeholder: { en: '42\nO’Neil\nnull', zh: '42\n张三\nnull' },
        widget: 'text',
        when: FILL,
      }),
    indent: indentField.meta({ when: FORMAT }),
    keywordCase: letterCase({ en: 'Keywords', zh: '关键字' }, false),
    functionCase: letterCase({ en: 'Functions', zh: '函数名' }, true),
    dataTypeCase: letterCase({ en: 'Data types', zh: '数据类型' }, true),
    identifierCase: letterCase({ en: 'Unquoted names', zh: '未加引号的标识符' }, true),
    style: z
      .enum(['standard', 'tabularLeft', 'tabularRight'])
      .default('standard')
      .meta({
        label: { en: 'Layout', zh: '排版' },
        options: {
          standard: { en: 'Indented', zh: '缩进' },
          tabularLeft: { en: 'Columns, keywords left', zh: '分栏，关键字居左' },
          tabularRight: { en: 'Columns, keywords right', zh: '分栏，关键字居右' },
        },
        when: FORMAT,
        advanced: true,
      }),
    operators: z
      .enum(['before', 'after'])
      .default('before')
      .meta({
        label: { en: 'AND and OR', zh: 'AND、OR 的位置' },
        options: { before: { en: 'At the start of a line', zh: '行首' }, after: { en: 'At the end of a line', zh: '行尾' } },
        when: FORMAT,
        advanced: true,
      }),
    commas: z
      .enum(['after', 'before'])
      .default('after')
      .meta({
        label: { en: 'Commas', zh: '逗号的位置' },
        options: { before: { en: 'At the start of a line', zh: '行首' }, after: { en: 'At the end of a line', zh: '行尾' } },
        when: FORMAT,
        advanced: true,
      }),
    width: z
      .int()
      .min(10)
      .max(300)
      .default(50)
      .meta({ label: { en: 'Width of an expression', zh: '表达式换行宽度' }, unit: 'columns', when: FORMAT, advanced: true }),
    linesBetween: z
      .int()
      .min(0)
      .max(5)
      .default(1)
      .meta({ label: { en: 'Empty lines between statements', zh: '语句之间的空行数' }, when: FORMAT, advanced: true }),
    semicolonAlone: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Semicolon on its own line', zh: '分号独占一行' }, when: FORMAT, advanced: true }),
    quoted: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Quote numbers too', zh: '数字也加引号' }, when: LIST }),
    unique: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Each value once', zh: '去重' }, when: LIST }),
    perLine: z
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .meta({
        label: { en: 'Values per line', zh: '每行个数' },
        help: { en: '0 for one line.', zh: '0 表示全部放在一行。' },
        when: LIST,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'code', language: 'sql', main: true }),
    statements: z
      .array(
        z.object({
          number: z.number().meta({ label: { en: 'No.', zh: '序号' } }),
          statement: z.string().meta({ label: { en: 'Statement', zh: '语句' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Statements', zh: '语句列表' }, widget: 'table' }),
  }),
  errors: ['syntax_error', 'unsupported_value'],
  accepts: { sql: { text: '' }, 'sql-log': { text: '', action: 'fill' } },
  examples: [
    {
      name: { en: 'Format', zh: '格式化' },
      input: {
        text: "select id,name from users where name like 'a%' and id in (1,2) -- active",
        keywordCase: 'upper',
        dialect: 'mysql',
      },
      output: { text: "SELECT\n  id,\n  name\nFROM\n  users\nWHERE\n  name LIKE 'a%'\n  AND id IN (1, 2) -- active" },
    },
    {
      name: { en: 'Commas in front', zh: '逗号写在行首' },
      input: { text: 'select id, name -- shown\n, price from goods', commas: 'before' },
      output: { text: 'select\n  id\n, name -- shown\n, price\nfrom\n  goods' },
    },
    {
      name: { en: 'With placeholders', zh: '带占位符' },
      input: { text: 'select id from log_${year} where name = #{name} limit :n', dialect: 'mysql' },
      output: { text: 'select\n  id\nfrom\n  log_${year}\nwhere\n  name = #{name}\nlimit\n  :n' },
    },
    {
      name: { en: 'Minify', zh: '压缩' },
      input: { text: "select a , b -- note\nfrom t\nwhere x >= 'it''s'", action: 'minify' },
      output: { text: "select a,b from t where x>='it''s'" },
    },
    {
      name: { en: 'Values to an IN list', zh: '多行值生成 IN 列表' },
      input: { text: "101\n102\nO'Neil\n101", action: 'list' },
      output: { text: "(101, 102, 'O''Neil')" },
    },
    {
      name: { en: 'A mapper of MyBatis', zh: 'MyBatis 映射文件' },
      input: {
        text: '<select id="find">select * from user <where><if test="name != null">name = #{name}</if></where></select>',
      },
    },
    {
      name: { en: 'Values of a MyBatis log', zh: 'MyBatis 日志填入参数' },
      input: {
        text: "==>  Preparing: select id from users where name = ? and age > ? and note = ?\n==> Parameters: O'Neil(String), 18(Integer), null",
        action: 'fill',
      },
      output: { text: "select id from users where name = 'O''Neil' and age > 18 and note = NULL;" },
    },
    {
      name: { en: 'SQL from Java code', zh: '从 Java 代码中提取 SQL' },
      input: { text: 'String sql = "select id " +\n  "from users where id = " + user.getId();', action: 'unquote' },
      output: { text: 'select id from users where id = :id' },
    },
    {
      name: { en: 'Split statements', zh: '拆分语句' },
      input: { text: "insert into t values (';'); delete from t;", action: 'split' },
      output: {
        text: "insert into t values (';');\n\ndelete from t;",
        statements: [
          { number: 1, statement: "insert into t values (';')" },
          { number: 2, statement: 'delete from t' },
        ],
      },
    },
  ],
  async run(input, { signal }) {
    const { endStatement, splitStatements, toInList, toOneLine } = await import('../../lib/sql/write.ts')
    const traits = DIALECTS[input.dialect]
    switch (input.action) {
      case 'list':
        return { text: toInList(input.text, { isQuoted: input.quoted, isUnique: input.unique, perLine: input.perLine }) }
      case 'fill': {
        const { fillSql } = await import('../../lib/sql/fill.ts')
        return { text: fillSql(input.text, input.values, traits) }
      }
      case 'unquote': {
        const { unquoteSql } = await import('../../lib/sql/unquote.ts')
        return { text: unquoteSql(input.text) }
      }
      case 'split': {
        const statements = splitStatements(input.text, traits)
        return {
          text: statements.map((each) => endStatement(each, traits)).join('\n\n'),
          statements: statements.map((statement, index) => ({ number: index + 1, statement })),
        }
      }
      case 'minify':
      case 'line':
        return { text: toOneLine(input.text, { traits, isShort: input.action === 'minify' }) }
      case 'format': {
        const { formatSql } = await import('../../lib/sql/format.ts')
        const options = {
          tabWidth: INDENTS[input.indent].length,
          useTabs: input.indent === 'tab',
          keywordCase: input.keywordCase,
          functionCase: input.functionCase,
          dataTypeCase: input.dataTypeCase,
          identifierCase: input.identifierCase,
          indentStyle: input.style,
          logicalOperatorNewline: input.operators,
          expressionWidth: input.width,
          linesBetweenQueries: input.linesBetween,
          newlineBeforeSemicolon: input.semicolonAlone,
        }
        const leadsWithCommas = input.commas === 'before'
        return {
          text: await formatSql(input.text, { dialect: input.dialect, options, leadsWithCommas, breathe: createPacer(signal) }),
        }
      }
    }
  },
})
