import { expose } from 'comlink'
import { toEnvelope, toFailure } from '@octet/core/envelope.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { JsonSyntax } from '@octet/tools/lib/json/reader.ts'
import { answerTool } from '@octet/tools/run.ts'
import jsonTool from '@octet/tools/format/json/tool.ts'
import type { JsonOutput } from '@octet/tools/format/json/input.ts'
import type { Desk, Summary } from './desk.ts'
import { LineIndex } from './line-index.ts'
import { TreeIndex } from './tree-index.ts'

const TREE_ACTIONS: readonly unknown[] = ['format', 'minify', 'repair', 'path', 'jq', 'jmespath']

let lines = new LineIndex('')
let tree: TreeIndex | undefined
let openedWith = ''

const desk: Desk = {
  async run(source, input, lang) {
    try {
      const text = typeof source === 'string' ? source : await source.text()
      const host = {
        signal: new AbortController().signal,
        lang,
        now: () => new Date(),
        random: (size: number) => new Uint8Array(size),
      }
      const result = (await answerTool(jsonTool, { ...input, text }, host)) as JsonOutput
      keep(result.text)
      const summary: Summary = {
        sizeBytes: new Blob([result.text]).size,
        lines: lines.count,
        isTree: TREE_ACTIONS.includes(input.action) && input.raw !== true,
        notes: result.notes ?? [],
      }
      return toEnvelope(summary)
    } catch (error) {
      if (isAppError(error)) return toFailure(error, lang)
      const reason = error instanceof Error ? error.message : String(error)
      return toFailure(new AppError('unsupported_value', { got: '…', reason }), lang)
    }
  },
  load: (text) => keep(text),
  lines: (from, to) => lines.lines(from, to),
  findLines: (query) => lines.find(query),
  openTree(syntax) {
    if (!tree || openedWith !== syntax)
      tree = new TreeIndex(lines.text, syntax === 'lines' ? 'json' : (syntax as JsonSyntax), syntax === 'lines')
    openedWith = syntax
    return tree.rowCount
  },
  treeRows: (from, to) => getTree().rows(from, to),
  toggle: (node) => getTree().toggle(node),
  setAll: (isOpen) => getTree().setAll(isOpen),
  findNodes: (query) => getTree().find(query),
  reveal: (node) => getTree().reveal(node),
  path: (node) => getTree().path(node),
  value: (node) => getTree().value(node),
  blob: () => new Blob([lines.text], { type: 'application/json' }),
}

function keep(text: string): void {
  lines = new LineIndex(text)
  tree = undefined
}

function getTree(): TreeIndex {
  if (!tree) throw new Error('the tree has not been opened')
  return tree
}

expose(desk)
