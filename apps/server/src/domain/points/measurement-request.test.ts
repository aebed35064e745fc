import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLocationText, measurementRequestSchema, toTasks, type MeasurementRequest } from './measurement-request.ts'

const cases = [
  ['tls', '192.0.2.1:8443', {}, '192.0.2.1', 8443],
  ['tls', 'example.com', {}, 'example.com', undefined],
  ['tls', 'https://example.com/x', {}, 'example.com', undefined],
  ['tls', 'example.com:8443', { port: 465 }, 'example.com', 465],
  ['ping', 'https://example.com:8443/x', {}, 'example.com', undefined],
  ['ping', 'example.com:22', { protocol: 'tcp' }, 'example.com', 22],
  ['mtr', '[2001:db8::1]:53', { protocol: 'udp' }, '2001:db8::1', 53],
  ['http', 'http://192.0.2.1:80/x', {}, 'http://192.0.2.1:80/x', undefined],
] as const
for (const [type, target, measurementOptions, host, port] of cases)
  test(`${type} of ${target} with ${JSON.stringify(measurementOptions)} goes to ${host}, port ${port ?? 'as usual'}`, () => {
    const [task] = toTasks(measurementRequestSchema.parse({ type, target, measurementOptions }))
    assert.deepEqual([task?.target, task && 'port' in task ? task.port : undefined], [host, port])
  })

const refused = [
  ['http', 'http://192.0.2.1:8080/x', {}, 'refused_target'],
  ['http', '192.0.2.1:8080', {}, 'refused_target'],
  ['http', 'https://someone:secret@example.com/', {}, 'refused_target'],
  ['http', 'ftp://example.com/', {}, 'bad_input'],
  ['dns', 'example.com', { recordType: 'NONE' }, 'bad_input'],
] as const
for (const [type, target, measurementOptions, key] of refused)
  test(`${type} of ${target} with ${JSON.stringify(measurementOptions)} → ${key} before a point is asked`, () => {
    const request = measurementRequestSchema.parse({ type, target, measurementOptions })
    assert.throws(() => toTasks(request), { key })
  })

const places: readonly (readonly [MeasurementRequest['locations'], string | undefined])[] = [
  [' Berlin ', 'Berlin'],
  [[' Berlin '], 'Berlin'],
  [['Berlin', 'Paris'], undefined],
  [[{ city: 'Berlin' }], undefined],
  [[], undefined],
]
for (const [locations, text] of places)
  test(`places ${JSON.stringify(locations)} are ${text ? `one text, ${text}` : 'more than a text'}`, () =>
    assert.equal(findLocationText(locations), text))
