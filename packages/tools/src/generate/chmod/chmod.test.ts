import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '../../testing/host.ts'
import chmod from './tool.ts'
import { readMode, writeClauses, writeOctal, writeSymbols } from './mode.ts'

test('all 4096 modes read back from octal, letters and clauses', () => {
  for (let mode = 0; mode < 0o10000; mode++) {
    assert.equal(readMode(writeOctal(mode), 0), mode)
    assert.equal(readMode(writeSymbols(mode), 0), mode)
    assert.equal(readMode(writeClauses(mode), 0), mode)
  }
})

// The outcomes are those of `chmod` of GNU coreutils with umask 0.
for (const [text, base, expected] of [
  ['u+x', 0o644, 0o744],
  ['go-w', 0o666, 0o644],
  ['a+X', 0o644, 0o644],
  ['a+X', 0o744, 0o755],
  ['+t', 0o777, 0o1777],
  ['g=u', 0o740, 0o770],
  ['u=rwx,go=rx', 0, 0o755],
  ['u+s', 0o755, 0o4755],
  ['-rw-r--r--', 0, 0o644],
  ['000755', 0, 0o755],
  ['=', 0o7777, 0],
  ['a=', 0o1755, 0],
  ['o=', 0o7777, 0o6770],
  ['u+t', 0o755, 0o755],
  ['o+t', 0o755, 0o1755],
  ['ug-t', 0o1777, 0o1777],
  ['+111', 0o644, 0o755],
  ['=4755', 0, 0o4755],
  ['０７５５', 0, 0o755],
  ['ｕ＋ｘ，ｇ－ｗ', 0o664, 0o744],
  ['0o755', 0, 0o755],
  ['-022,u+s', 0o777, 0o4755],
  ['-rwsr-xr-x@ 1 root wheel 12 Jan  1 12:00 a.sh', 0, 0o4755],
  ['drwxr-x---+ 2 root root 4096 Jan 1 b', 0, 0o750],
  ['Access: (0640/-rw-r-----)  Uid: (    0/    root)', 0, 0o640],
  ['$ sudo chmod -R --preserve-root u=rwX,go=rX /srv', 0o700, 0o755],
  ['chmod +x a.sh', 0o644, 0o755],
] as const)
  test(`${text} on ${base.toString(8)} is ${expected.toString(8)}`, () => assert.equal(readMode(text, base), expected))

// The outcomes are those of `chmod` of GNU coreutils with umask 022.
for (const [text, base, expected] of [
  ['+w', 0o444, 0o644],
  ['+x', 0o644, 0o755],
  ['-w', 0o666, 0o466],
  ['=rw', 0o777, 0o644],
  ['+t,-u=rw', 0o600, 0o644],
  ['a+w', 0o444, 0o666],
  ['+222', 0o444, 0o666],
  ['-rw-rw-rw-', 0, 0o666],
] as const)
  test(`${text} on ${base.toString(8)} with umask 022 is ${expected.toString(8)}`, () =>
    assert.equal(readMode(text, base, 0o022), expected))

test('a change that names nobody says what the umask makes of it', async () => {
  const run = async (text: string) =>
    (await chmod.run({ text, base: '644' }, createTestHost())) as { text: string; note?: string }
  const { text, note } = await run('+w')
  assert.deepEqual(
    [text, note],
    ['666', 'anyone may write; without u, g, o or a, chmod leaves the bits of the umask alone: with 022 this gives 644'],
  )
  assert.equal((await run('+x')).note, undefined)
})

for (const text of ['', '888', 'rwx', 'u*x', '77777', 'u+755', '+10000', 'u=gx', 'u+x,'])
  test(`“${text}” is refused`, () => assert.throws(() => readMode(text, 0), { name: 'AppError' }))
