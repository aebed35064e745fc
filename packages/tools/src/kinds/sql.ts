import { defineKind } from '@octet/core/kind.ts'

const START =
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select\s[\s\S]+?(?:\sfrom\s|$)|select\s+[\w'"*(]|insert\s+(?:ignore\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+)?(?:table|index|view|function|procedure|trigger|database|schema|user)\s|alter\s+(?:table|database|user)\s|drop\s+(?:table|index|view|database|schema)\s|with\s+(?:recursive\s+)?\w+\s+as\s*\(|truncate\s+table\s|grant\s+\w+|merge\s+into\s|explain\s+select\s)/i

export default defineKind({
  id: 'sql',
  title: { en: 'SQL', zh: 'SQL' },
  examples: [
    "select * from users where name = 'Ann'",
    'INSERT INTO t (a, b) VALUES (1, 2);',
    'with x as (select 1) select * from x',
    'CREATE TABLE t (id int primary key);',
  ],
  counterExamples: ['select one of these', 'update me soon', '{"sql":"select 1"}', 'with love'],
  detect(sample) {
    if (!START.test(sample)) return undefined
    // «select» alone also begins English sentences.
    if (/^\s*select\b/i.test(sample) && !/\bfrom\b|[*('=\d]/i.test(sample.slice(0, 4000))) return undefined
    if (/^\s*select\s+\w+\s+(?:of|the|an?|one|this)\b/i.test(sample)) return undefined
    return { score: 0.95 }
  },
})
