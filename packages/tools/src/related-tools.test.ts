import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toToolCard } from './catalogue.ts'
import { loadTools } from './registry.ts'
import { relateTools } from './related-tools.ts'

const tools = await loadTools()
const related = new Map(tools.map((tool) => [tool.id, toToolCard(tool, tools).related.map(({ id }) => id)]))

test('the page of every tool leads to six others, each once', () => {
  for (const [id, others] of related) {
    assert.equal(others.length, 6, id)
    assert.equal(new Set(others).size, 6, id)
    assert.ok(!others.includes(id), id)
  }
})

test('every tool is reached from the page of another', () => {
  const reached = new Set([...related.values()].flat())
  assert.deepEqual(
    tools.map(({ id }) => id).filter((id) => !reached.has(id)),
    [],
  )
})

test('the nearest tools come first, of whichever group they are', () => {
  const expected = {
    x509: ['convert-certificate', 'tls', 'make-certificate', 'key-pair'],
    tls: ['x509', 'http-headers', 'mail'],
    'mail-records': ['mail', 'mail-reports', 'mail-headers', 'dns'],
    mail: ['mail-records', 'mail-reports', 'mail-headers', 'dnsbl'],
    base64: ['base64-file', 'url', 'compress', 'unicode'],
    cron: ['time', 'meeting'],
    time: ['cron', 'meeting', 'uuid'],
    'port-scan': ['ports', 'ping', 'tls'],
    ports: ['port-scan'],
    mac: ['mac-vendor', 'wake-on-lan'],
    json: ['data-convert', 'yaml', 'json-diff', 'group'],
    yaml: ['data-convert', 'json', 'compose'],
    icp: ['icp-batch', 'link-preview', 'whois'],
    'json-diff': ['text-diff', 'json', 'data-convert'],
    iban: ['bank-card'],
    compose: ['yaml'],
    mtu: ['bandwidth', 'network-test'],
    'http-status': ['http-headers'],
    symbols: ['unicode'],
    'hash-identify': ['hash', 'password-hash'],
  }
  for (const [id, others] of Object.entries(expected))
    assert.deepEqual(
      others.filter((other) => !related.get(id)!.includes(other)),
      [],
      `${id} leads to ${related.get(id)!.join(', ')}`,
    )
})

test('what takes many of what a tool takes one of is the first on its page, and the other way round', () => {
  for (const { id, many } of tools) if (many) assert.deepEqual([related.get(id)![0], related.get(many)![0]], [many, id])
})

test('a tool that is alone has none, and of two each leads to the other', () => {
  const [one, two] = tools
  assert.deepEqual([...relateTools([one!]).values()], [[]])
  assert.deepEqual([...relateTools([one!, two!]).values()], [[two], [one]])
})
