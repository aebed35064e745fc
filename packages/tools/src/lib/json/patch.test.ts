import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { diffJson } from './diff.ts'
import { toJsonPatch } from './patch.ts'
import { parseJsonTree } from './tree.ts'

type Operation = { op: 'add' | 'remove' | 'replace'; path: string; value?: unknown }

/** Carries out a patch as RFC 6902 §4 says, as far as the writer goes. */
function applyPatch(document: unknown, operations: readonly Operation[]): unknown {
  const root = { '': structuredClone(document) } as Record<string, unknown>
  for (const { op, path, value } of operations) {
    const steps = path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = steps.pop() ?? ''
    const holder = steps.reduce<any>((node, step) => node[step], root) // oxlint-disable-line typescript/no-explicit-any -- any JSON
    if (Array.isArray(holder)) {
      if (op === 'add') holder.splice(last === '-' ? holder.length : Number(last), 0, value)
      else if (op === 'remove') holder.splice(Number(last), 1)
      else holder[Number(last)] = value
    } else if (op === 'remove') delete holder[last]
    else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true })
  }
  return root['']
}

const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('"__proto__"'))

const write = (left: unknown, right: unknown, ignoresOrder = false) =>
  toJsonPatch(
    diffJson(parseJsonTree(JSON.stringify(left)), parseJsonTree(JSON.stringify(right)), {
      ignoresOrder,
      ignoredKeys: new Set(),
    }),
  )

test('the patch of two documents makes the second of the first', () =>
  fc.assert(
    fc.property(json, json, (left, right) => {
      const [before, after] = [left, right].map((value) => JSON.parse(JSON.stringify(value)))
      assert.deepEqual(applyPatch(before, JSON.parse(write(before, after))), after)
    }),
  ))

test('lists without order end with the same items', () => {
  const patched = applyPatch([1, 2, 3, 4], JSON.parse(write([1, 2, 3, 4], [5, 4, 2], true)))
  assert.deepEqual((patched as number[]).toSorted(), [2, 4, 5])
})

test('lists whose items a key pairs end with the same items, and what changed in them', () => {
  const items = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 0, max: 9 }), v: fc.array(fc.nat(3), { maxLength: 3 }), w: fc.option(fc.nat(3)) }),
    {
      selector: ({ id }) => id,
      maxLength: 6,
    },
  )
  fc.assert(
    fc.property(items, items, (left, right) => {
      const options = { ignoresOrder: false, ignoredKeys: new Set<string>(), itemKeys: ['none', 'id'] }
      const patch = toJsonPatch(diffJson(parseJsonTree(JSON.stringify(left)), parseJsonTree(JSON.stringify(right)), options))
      const byId = (list: unknown) => (list as { id: number }[]).toSorted((a, b) => a.id - b.id)
      assert.deepEqual(
        byId(applyPatch(JSON.parse(JSON.stringify(left)), JSON.parse(patch))),
        byId(JSON.parse(JSON.stringify(right))),
      )
    }),
  )
})

test('signs of a pointer are escaped, digits kept', () =>
  assert.equal(
    toJsonPatch(
      diffJson(parseJsonTree('{"a/b~":1}'), parseJsonTree('{"a/b~":12345678901234567890.0}'), {
        ignoresOrder: false,
        ignoredKeys: new Set(),
      }),
    ),
    '[\n  {"op":"replace","path":"/a~1b~0","value":12345678901234567890.0}\n]',
  ))
