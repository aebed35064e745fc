import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  note?: string
  bases: { base: number; value: string }[]
  twos: { width: number; hex: string; signed: string }[]
  floats: { format: string; hex: string; value: string; error: string; kind: string }[]
  codes: { code: string; value: string }[]
}
const run = async (input: Record<string, unknown>) => (await answerTool(tool, input, createTestHost())) as Answer

test('255 in every notation', async () => {
  const { text, bases, twos, codes } = await run({ text: '255' })
  assert.equal(text, 'ff')
  assert.equal(bases.find(({ base }) => base === 36)?.value, '73')
  assert.deepEqual(twos.map(({ hex, signed }) => [hex, signed]).slice(0, 2), [
    ['ff', '-1'],
    ['00ff', '255'],
  ])
  assert.equal(codes.find(({ code }) => code === 'Roman')?.value, 'CCLV')
})

test('a decimal number may have an exponent, in other bases e is a digit', async () => {
  assert.equal((await run({ text: '6.02e23', to: 10 })).text, '602000000000000000000000')
  assert.equal((await run({ text: '-1.5E-3', to: 10 })).text, '-0.0015')
  const { floats } = await run({ text: '1e-45' })
  assert.equal(floats.find(({ format }) => format === 'single')?.hex, '00000001')
  assert.equal((await run({ text: '1e5', from: 16, to: 10 })).text, '485')
  await assert.rejects(run({ text: '1e9999' }), { key: 'bad_input' })
})

test('^ is XOR, and says so; ** is a power', async () => {
  const { text, note } = await run({ text: '2^64-1', to: 10 })
  assert.deepEqual([text, note], ['61', '^ is XOR (exclusive or) here; a power is written 2**64'])
  const power = await run({ text: '2**64-1', to: 10 })
  assert.deepEqual([power.text, power.note], ['18446744073709551615', undefined])
  const own = await run({ text: '^_', fromAlphabet: '_^', to: 10 })
  assert.deepEqual([own.text, own.note], ['2', undefined])
})

test('a long run of spaces is refused at once', async () => {
  const start = performance.now()
  await assert.rejects(run({ text: ' '.repeat(500_000) }), { key: 'bad_input' })
  assert.ok(performance.now() - start < 60_000)
})

test('full-width digits and signs are read, but not as letters of an own alphabet', async () => {
  assert.equal((await run({ text: '－２５５', to: 16 })).text, '-ff')
  assert.equal((await run({ text: '０ｘＦＦ＋１', to: 10 })).text, '256')
  assert.equal((await run({ text: '１０', fromAlphabet: '０１', to: 10 })).text, '2')
  await assert.rejects(run({ text: '２²' }), /at character 2/)
})

for (const [text, value] of [
  ['0000000000000001', '≈ 5e-324'],
  ['842a83ddf915adb1', '≈ -1.360402843765198e-288'],
  ['7fefffffffffffff', String(BigInt(Number.MAX_VALUE))],
] as const)
  test(`the double ${text} is ${value}`, async () => {
    const { floats } = await run({ text, reading: 'float', width: '64' })
    assert.equal(floats[0]!.value, value)
  })

test('a float says its exact value and its error', async () => {
  const { text, floats } = await run({ text: '0.1', to: 2 })
  assert.equal(text, '0.0(0011)')
  assert.deepEqual(
    floats.map(({ value, error }) => [value, error]),
    [
      ['0.0999755859375', '-2.441e-5'],
      ['0.100000001490116119384765625', '+1.490e-9'],
      ['0.1000000000000000055511151231257827021181583404541015625', '+5.551e-18'],
    ],
  )
})

for (const [input, expected] of [
  [{ text: '1/3', to: 3 }, '0.1'],
  [{ text: 'c0200000', reading: 'float', to: 10 }, '-2.5'],
  [{ text: '000020c0', reading: 'float', littleEndian: true, to: 10 }, '-2.5'],
  [{ text: '7fc00000', reading: 'float' }, 'NaN'],
  [{ text: 'ff ff', reading: 'twos', width: '16', to: 10 }, '-1'],
  [{ text: '中', reading: 'text' }, 'e4b8ad'],
  [{ text: 'zz', fromAlphabet: 'xyz', to: 10 }, '8'],
  [{ text: '4095', upper: true, group: 2 }, 'F FF'],
] as const)
  test(`${JSON.stringify(input)} gives ${expected}`, async () => assert.equal((await run(input)).text, expected))

test('a hundred thousand digits are exact and quick', async () => {
  const source = '123456789'.repeat(11_000)
  const { text } = await run({ text: source, to: 62 })
  assert.equal((await run({ text, from: 62, to: 10 })).text, source)
})

for (const input of [
  { text: '1 / (10 ** 100000 + 1)', places: 10_000, to: 7 },
  { text: '7 ** 700000', to: 62 },
  { text: '-'.repeat(100_000) + '1' },
  { text: `0.${'1'.repeat(20_000)}`, to: 3, places: 10_000 },
])
  test(`${JSON.stringify(input).slice(0, 50)} ends in time`, async () => {
    const start = performance.now()
    await run(input).catch((error: unknown) => assert.equal((error as Error).name, 'AppError'))
    assert.ok(performance.now() - start < 60_000, String(performance.now() - start))
  })

for (const text of ['-1', '-12', '3.14', 'NaN'])
  test(`${text} as bits is refused with where to put a number`, async () => {
    for (const reading of ['twos', 'float'])
      await assert.rejects(run({ text, reading }), ({ details }: { details: { expected: { en: string } } }) =>
        details.expected.en.includes('read it as “Number”'),
      )
  })

test('bits are read as bytes in any spelling', async () => {
  for (const text of ['ff:fe', '\\xff\\xfe', 'FF FE', '0xfffe'])
    assert.equal((await run({ text, reading: 'twos', width: '16', to: 10 })).text, '-2')
})

test('several short lines are several numbers, long ones the parts of one', async () => {
  const { text, note, bases } = await run({ text: '10\n255\n\n0x1f + 1\n', to: 16 })
  assert.deepEqual([text, note, bases], ['a\nff\n20', '3 numbers, a line each', []])
  assert.equal((await run({ text: 'XII\nMMXXVI', reading: 'roman', to: 10 })).text, '12\n2026')
  assert.equal((await run({ text: '41200000\nc0200000', reading: 'float', to: 10 })).text, '10\n-2.5')
  const [head, tail] = ['1'.repeat(60), '2'.repeat(5)]
  assert.equal((await run({ text: `${head}\n${tail}`, to: 10 })).text, head + tail)
  assert.equal((await run({ text: '(1 +\n2) * 3', to: 10 })).text, '9')
  assert.equal((await run({ text: '1\n+ 2', to: 10 })).text, '3')
})

test('of a list the number that is none is told', async () => {
  await assert.rejects(run({ text: '10\n12z' }), /12z/)
})
