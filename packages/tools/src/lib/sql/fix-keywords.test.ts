import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, type DialectName } from './dialects.ts'
import { fixKeywords } from './fix-keywords.ts'
import { formatSql } from './format.ts'
import { joinTokens, scanSql } from './tokens.ts'

const format = async (text: string, dialect: DialectName) =>
  (await formatSql(text, { dialect, options: { keywordCase: 'upper' }, breathe: () => undefined })).replaceAll(/\s+/g, ' ')

for (const [dialect, text, expected] of [
  ['mysql', 'select a from t where b is null', 'SELECT a FROM t WHERE b IS NULL'],
  ['mysql', 'insert into t (a) values (default)', 'INSERT INTO t (a) VALUES (DEFAULT)'],
  [
    'mysql',
    "create table t (id int not null auto_increment comment 'x', d timestamp default current_timestamp on update current_timestamp) engine=innodb auto_increment=1 default charset=utf8mb4 comment='t'",
    "CREATE TABLE t ( id int NOT NULL AUTO_INCREMENT COMMENT 'x', d timestamp DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP ) ENGINE = innodb AUTO_INCREMENT = 1 DEFAULT CHARSET = utf8mb4 COMMENT = 't'",
  ],
  [
    'mariadb',
    "alter table t add column c int null default 0 comment 'c'",
    "ALTER TABLE t ADD COLUMN c int NULL DEFAULT 0 COMMENT 'c'",
  ],
  // Columns that are called so.
  [
    'mysql',
    "select comment, engine from t where comment = 'x' and t.comment is not null",
    "SELECT comment, engine FROM t WHERE comment = 'x' AND t.comment IS NOT NULL",
  ],
] as const)
  test(`${dialect}: ${text}`, async () => assert.equal(await format(text, dialect), expected))

test('texts, names and comments stay as they are', () => {
  const text = "select 'null', `default` -- is null\nfrom t"
  const fix = (source: string, keywordCase: string) => joinTokens(fixKeywords(scanSql(source, DIALECTS.mysql), keywordCase))
  assert.equal(fix(text, 'upper'), text)
  assert.equal(fix('a IS NULL', 'lower'), 'a is null')
})
