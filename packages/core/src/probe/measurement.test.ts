import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taskResultSchemas } from './measurement.ts'

const hop = {
  ttl: 1,
  addresses: ['192.0.2.1'],
  names: [],
  sent: 1,
  received: 1,
  lossPercent: 0,
  lastMs: 1,
  bestMs: 1,
  avgMs: 1,
  worstMs: 1,
  stdevMs: 0,
  jitterMs: null,
  mpls: [],
  isTarget: true,
}
const trace = {
  target: '192.0.2.1',
  address: '192.0.2.1',
  protocol: 'icmp',
  port: null,
  step: 'mtr-packet',
  hops: [hop],
  isReached: true,
  isComplete: true,
}
const page = {
  hops: [],
  url: 'https://example.com/',
  status: 200,
  totalMs: 1,
  sizeBytes: 0,
  isCut: false,
  checks: [],
  curl: 'curl',
}
const certificate = {
  subject: 'CN=a',
  issuer: 'CN=b',
  validFrom: '',
  validTo: '',
  daysLeft: 1,
  names: [],
  key: 'RSA 2048',
  serial: '1',
  fingerprint: '',
  isSelfIssued: false,
  pem: '',
}
const tls = {
  host: 'a.example',
  port: 443,
  address: '192.0.2.1',
  startTls: null,
  grade: 'A',
  protocol: 'TLSv1.3',
  cipher: '',
  keyExchange: null,
  alpn: null,
  isTrusted: true,
  problem: null,
  hasStapledOcsp: false,
  ocsp: null,
  scts: [],
  certificates: [certificate],
  versions: [],
  ciphers: [],
  checks: [],
  isComplete: true,
}

for (const [type, result] of Object.entries({ mtr: trace, http: page, tls }))
  test(`what a point of before says of ${type} is still read`, () => {
    const { error } = taskResultSchemas[type as 'mtr' | 'http' | 'tls'].safeParse(result)
    assert.equal(error, undefined)
  })
