import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLAGS } from '@octet/ipdb/meta.ts'
import { classify } from './source.ts'

for (const [name, usage] of [
  ['Google LLC', 'hosting'],
  ['Google Fiber Inc.', 'isp'],
  ['Amazon.com, Inc.', 'hosting'],
  ['Hetzner Online GmbH', 'hosting'],
  ['OVH SAS', 'hosting'],
  ['DigitalOcean, LLC', 'hosting'],
  ['Hangzhou Alibaba Advertising Co.,Ltd.', 'hosting'],
  ['Acme Data Center Ltd', 'hosting'],
  ['Massachusetts Institute of Technology', 'education'],
  ['Universität Wien', 'education'],
  ['China Education and Research Network Center', 'education'],
  ['Ministry of Finance', 'government'],
  ['DoD Network Information Center', 'government'],
  ['City of Springfield', 'government'],
  ['Deutsche Telekom AG', 'isp'],
  ['China Telecom (Group)', 'isp'],
  ['Comcast Cable Communications, LLC', 'isp'],
  ['Space Exploration Technologies Corporation', 'isp'],
  ['Volkswagen AG', 'business'],
  ['Walmart Inc.', 'business'],
] as const)
  test(`${name} is ${usage}`, () => {
    const found = classify(name)
    assert.equal(found.usage, usage)
    assert.equal(found.flags, usage === 'hosting' ? FLAGS.hosting : 0)
  })
