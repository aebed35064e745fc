import { defineKind } from '@octet/core/kind.ts'

const KEY = /^\s*(?:- )*(?:[\w./-]+|"[^"\n]*"|'[^'\n]*'):(?:\s.*)?$/
const ITEM = /^\s*- \S/
const REST = /^\s*(?:#.*)?$/

export default defineKind({
  id: 'yaml',
  title: { en: 'YAML', zh: 'YAML' },
  examples: [
    'name: web\nports:\n  - 8080\n  - 8443',
    '---\n# settings\nhost: example\ntls: true',
    'services:\n  web:\n    port: 80',
  ],
  counterExamples: ['{"a":1}', 'name: web', 'Dear Ann:\nhow are you?', 'a { color: red; }\nb { x: y; }'],
  first: 'yaml',
  detect(sample) {
    if (/^[[{<]/.test(sample)) return undefined
    const lines = sample.split('\n').slice(0, 400)
    const body = lines.filter((line) => !REST.test(line) && !/^(?:---|\.\.\.|%YAML .*)\s*$/.test(line))
    if (body.length < 2 && !/^---\s/.test(sample)) return undefined
    const keys = body.filter((line) => KEY.test(line)).length
    const items = body.filter((line) => ITEM.test(line)).length
    if (keys === 0 || body.some((line) => /[;{]\s*$/.test(line))) return undefined
    const share = body.filter((line) => KEY.test(line) || ITEM.test(line)).length / body.length
    if (share < 0.7 || keys + items < 2) return undefined
    return { score: /^---\s/.test(sample) ? 0.9 : share === 1 ? 0.85 : 0.6 }
  },
})
