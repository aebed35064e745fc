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
  ['Societe Francaise Du Radiotelephone - SFR SA', 'isp'],
  ['Telstra Limited', 'isp'],
  ['Virgin Media Limited', 'isp'],
  ['Bell Canada', 'isp'],
  ['PJSC MegaFon', 'isp'],
  ['Viettel Group', 'isp'],
  ['1&1 Versatel GmbH', 'isp'],
  ['1&1 Internet SE', 'hosting'],
  ['SERVICIO DI TELECOMUNICACION DI ARUBA (SETAR) N.V.', 'isp'],
  ['Aruba S.p.A.', 'hosting'],
  ['Unified Layer', 'hosting'],
  ['MOJOHOST', 'hosting'],
  ['Hutchison 3G UK Limited', 'isp'],
  ['Hutchison Ports Holdings', 'business'],
  ['A1 Bulgaria EAD', 'isp'],
  ['STNet, Incorporated', 'isp'],
  ['Entidad Publica Empresarial Red.es', 'education'],
  ['CERN - European Organization for Nuclear Research', 'education'],
  ['U.S. Dept. of Health and Human Services', 'government'],
  ['Commonwealth Bank of Australia', 'business'],
  ['TierPoint, LLC', 'hosting'],
  ['PEG TECH INC', 'hosting'],
  ['Peg Technology Ltd', 'business'],
  ['Atmani Spa', 'business'],
  ['Ghost Inc.', 'business'],
  ['Jisc Services Limited', 'education'],
  ['Verein zur Foerderung eines Deutschen Forschungsnetzes e.V.', 'education'],
  ['SWITCH', 'education'],
  ['Switch Mobility Ltd', 'business'],
  ['United States Postal Service', 'government'],
  ['Intel Corporation', 'business'],
  ['Mattel, Inc.', 'business'],
  ['Volkswagen AG', 'business'],
  ['Walmart Inc.', 'business'],
] as const)
  test(`${name} is ${usage}`, () => {
    const found = classify(name)
    assert.equal(found.usage, usage)
    assert.equal(found.flags, usage === 'hosting' ? FLAGS.hosting : 0)
  })
