import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { toDeliveries, writeDeliveryFault } from './delivery-fault.ts'
import { WebhookRefusedError } from './webhook.ts'

const ofCode = (code: string, message: string) => Object.assign(new Error(message), { code })

for (const [error, en, zh] of [
  [
    ofCode('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:80'),
    'the receiver refuses the connection (ECONNREFUSED)',
    '接收方拒绝连接（ECONNREFUSED）',
  ],
  [
    ofCode('ECONNRESET', 'socket hang up'),
    'the receiver broke the connection off (ECONNRESET)',
    '接收方中断了连接（ECONNRESET）',
  ],
  [
    ofCode('CERT_HAS_EXPIRED', 'certificate has expired'),
    'the certificate is not trusted: a certificate has expired (CERT_HAS_EXPIRED)',
    '证书不受信任：证书已过期（CERT_HAS_EXPIRED）',
  ],
  [
    ofCode('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'),
    'the answer is not HTTP (HPE_INVALID_CONSTANT)',
    '应答不是有效的 HTTP（HPE_INVALID_CONSTANT）',
  ],
  [ofCode('EMFILE', 'too many open files'), 'the connection failed (EMFILE)', '连接失败（EMFILE）'],
  [
    new WebhookRefusedError({ status: 503, answer: '' }),
    'expected a status of 200–299, got 503',
    '应返回 200–299 状态码，收到 503',
  ],
  [
    new WebhookRefusedError({ status: 301, answer: '' }),
    'redirects are not followed (status 301); give the address that it leads to',
    '不跟随重定向（状态码 301），请填写其指向的网址',
  ],
  [
    new WebhookRefusedError({ status: 200, answer: '{}' }, '310000 keywords not in content'),
    'the chat refuses it: 310000 keywords not in content',
    '聊天服务拒绝：310000 keywords not in content',
  ],
  [new AppError('timed_out', { limit: 300 }), 'No answer within 300 ms', '300 毫秒内未得到应答'],
  [new Error('one\ntwo'), 'one two', 'one two'],
] as const)
  test(`why a message was not taken: ${en}`, () => {
    const kept = [{ at: '', status: null, answer: null, error: writeDeliveryFault(error) }]
    assert.deepEqual(
      (['en', 'zh'] as const).map((lang) => toDeliveries(kept, lang)[0]?.error),
      [en, zh],
    )
  })

test('what an older version has kept is said as it is', () =>
  assert.equal(toDeliveries([{ at: '', status: null, answer: null, error: 'socket hang up' }], 'zh')[0]?.error, 'socket hang up'))
