import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toHandshakeZh } from './handshake-words.ts'

for (const [code, words] of [
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', '协议版本不受支持（TLSV1_ALERT_PROTOCOL_VERSION）'],
  ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', '没有双方都接受的加密参数（SSL/TLS_ALERT_HANDSHAKE_FAILURE）'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', '应答不是 TLS（WRONG_VERSION_NUMBER）'],
  ['ERR_SSL_ALERT_NEVER_HEARD_OF', '原因代码 ALERT_NEVER_HEARD_OF'],
] as const)
  test(`${code} is told in Chinese, with the code`, () => assert.equal(toHandshakeZh(code), words))
