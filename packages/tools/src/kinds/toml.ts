import { defineKind } from '@octet/core/kind.ts'

const TABLE = /^\s*\[{1,2}[\w."' -]+\]{1,2}\s*(?:#.*)?$/
const PAIR = /^\s*[\w."'-]+\s*=\s*(?:["'[{]|[+-]?[\d.]|true\b|false\b|inf\b|nan\b).*$/
const REST = /^\s*(?:#.*)?$/

export default defineKind({
  id: 'toml',
  title: { en: 'TOML', zh: 'TOML' },
  examples: ['title = "Octet"\n\n[server]\nport = 8080', '[[points]]\nx = 1\ny = 2', '# build\nname = "a"\ntags = ["x", "y"]'],
  counterExamples: ['a = b', '[1, 2]', 'let x = 1;\nlet y = 2;', '{"a":1}'],
  detect(sample) {
    const lines = sample
      .split('\n')
      .slice(0, 400)
      .filter((line) => !REST.test(line))
    const pairs = lines.filter((line) => PAIR.test(line) && !line.trimEnd().endsWith(';')).length
    const tables = lines.filter((line) => TABLE.test(line)).length
    if (pairs === 0 || lines.length < 2 || (pairs + tables) / lines.length < 0.8) return undefined
    return { score: tables > 0 ? 0.95 : 0.8 }
  },
})
