import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { writeJson } from '../json/write.ts'
import { readToml } from './read-toml.ts'

for (const [source, value] of [
  ['a = 1979-05-27T07:32:00.123456789Z', '{"a":"1979-05-27T07:32:00.123456789Z"}'],
  ['a = 1979-05-27 07:32:00-07:00', '{"a":"1979-05-27T07:32:00-07:00"}'],
  ['a = 1979-05-27t07:32z', '{"a":"1979-05-27T07:32:00Z"}'],
  ['a = 0000-02-29\nb = 07:32:00.5', '{"a":"0000-02-29","b":"07:32:00.5"}'],
  ['a = [1979-05-27, # 1979-02-30\n 07:32:00]', '{"a":["1979-05-27","07:32:00"]}'],
  [
    '[1979-02-30]\n1979-02-30 = {b = 1979-05-27, 1979-02-30 = 2}',
    '{"1979-02-30":{"1979-02-30":{"b":"1979-05-27","1979-02-30":2}}}',
  ],
  [
    `a = "1979-02-30"\nb = """\n = 1979-02-30"""\nc = ''' = 1979-02-30'''`,
    '{"a":"1979-02-30","b":" = 1979-02-30","c":" = 1979-02-30"}',
  ],
] as const)
  test(`the dates of ${JSON.stringify(source)} stay as written`, async () => {
    assert.equal(JSON.stringify(JSON.parse(writeJson(await readToml(source), { indent: '' }))), value)
  })

for (const [source, line, column] of [
  ['a = 1979-02-29', 1, 5],
  ['a = "x" # 1979-02-30\nb = [1979-04-30, 1979-04-31T00:00:00Z]', 2, 18],
  ['a = 1900-02-29', 1, 5],
  ['a = 1979-05-27\nb = 25:00:00', 2, 5],
] as const)
  test(`${JSON.stringify(source)} is refused with its place`, async () => {
    await assert.rejects(
      readToml(source),
      (error: unknown) => isAppError(error) && error.details['line'] === line && error.details['column'] === column,
    )
  })
