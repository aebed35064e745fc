import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import type * as z from 'zod'
import { isAppError } from '@octet/core/errors.ts'
import { joinBytes, readBlob } from '../../lib/bytes.ts'
import {
  exifSegment,
  fractionEntry,
  makeGif,
  makeHeic,
  makeJpeg,
  makePng,
  makeTiff,
  makeWebp,
  makeXmp,
  pngText,
  shortEntry,
  textEntry,
  xmpSegment,
  type SampleEntry,
} from '../../testing/sample-images.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { readPng } from '../../lib/png.ts'
import tool from './tool.ts'

const host = createTestHost()
const ascii = (text: string) => new TextEncoder().encode(text)
const letters = (tag: number, text: string): SampleEntry => [tag, 2, 2, ascii(`${text}\0`)]

type Answer = z.output<typeof tool.output>
type Options = { clean?: boolean; keepOrientation?: boolean; keepProfile?: boolean; lang?: 'zh' | 'en' }
async function look(bytes: Uint8Array<ArrayBuffer>, { lang = 'en', ...options }: Options = {}, name = 'IMG_1.JPG') {
  return (await answerTool(tool, { file: new File([bytes], name), ...options }, { ...host, lang })) as Answer
}
/** What the file without metadata says when it is read again. */
async function lookAgain(bytes: Uint8Array<ArrayBuffer>, options: Options = {}) {
  const { file, removed } = await look(bytes, { clean: true, ...options })
  assert.ok(file)
  const clean = await readBlob(file)
  return { clean, removed, again: await look(clean) }
}

const PLACE = [
  letters(1, 'S'),
  fractionEntry(2, [33, 1], [51, 1], [2484, 100]),
  letters(3, 'W'),
  fractionEntry(4, [70, 1], [30, 1], [0, 1]),
]
const TIFF = makeTiff(
  [textEntry(0x010f, 'Canon'), textEntry(0x0110, 'Canon EOS R5'), shortEntry(0x0112, 6), textEntry(0x013b, '张三')],
  [
    fractionEntry(0x829a, [1, 250]),
    fractionEntry(0x829d, [28, 10]),
    shortEntry(0x8827, 400),
    textEntry(0x9003, '2024:05:01 12:34:56'),
    textEntry(0x9011, '+08:00'),
    shortEntry(0x9209, 0x10),
    fractionEntry(0x920a, [50, 1]),
    textEntry(0x9291, '78'),
    textEntry(0xa431, '0123'),
    fractionEntry(0xa432, [24, 1], [70, 1], [28, 10], [28, 10]),
    textEntry(0xa434, 'RF24-70mm F2.8 L IS USM'),
  ],
  [...PLACE, [5, 1, 1, Uint8Array.of(1)], fractionEntry(6, [442, 10])],
)
const XMP = makeXmp(
  '<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Bag></dc:subject><Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType>',
)
const PROFILE = new Uint8Array(180)
PROFILE.set([4, 0x40], 8)
PROFILE.set(ascii('RGB '), 16)
PROFILE.set(ascii('acsp'), 36)
PROFILE.set([0, 0, 0, 1], 128)
PROFILE.set([...ascii('desc'), 0, 0, 0, 144, 0, 0, 0, 36], 132)
PROFILE.set(
  [...ascii('mluc'), 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12, ...ascii('enUS'), 0, 0, 0, 4, 0, 0, 0, 28, 0, 0x50, 0, 0x33],
  144,
)

test('a camera’s EXIF is read: what took it, when with the zone, how, and where', async () => {
  const { facts, ...result } = await look(makeJpeg([exifSegment(TIFF)]))
  assert.equal(result.camera, 'Canon EOS R5')
  assert.equal(result.lens, 'RF24-70mm F2.8 L IS USM')
  assert.equal(result.exposure, '1/250 s · f/2.8 · ISO 400 · 50 mm')
  assert.equal(result.takenAt, '2024-05-01T12:34:56.78+08:00')
  assert.deepEqual([result.latitude, result.longitude, result.altitudeM], [-33.8569, -70.5, -44.2])
  assert.deepEqual([result.format, result.width, result.height, result.colour], ['JPEG', 8, 8, 'grey, 8 bit'])
  const find = (tag: string) => facts.find((fact) => fact.tag === tag)?.value
  assert.equal(find('Artist'), '张三')
  assert.equal(find('Orientation'), 'Turned 90° clockwise')
  assert.equal(find('Flash'), 'Did not fire, forced off')
  assert.equal(find('LensSpecification'), '24–70 mm f/2.8')
  assert.deepEqual(result.reveals, [
    'where it was taken',
    'when',
    'with what device',
    'a serial number (ties pictures to one device)',
    'a name',
  ])
})

test('a camera that knew no place gives none away', async () => {
  // As cameras without a fix write it: every number is 0/0, of which ExifTool 12.57 says “undef” and makes no position.
  const open = [0, 0] as const
  const { facts, ...result } = await look(
    makeJpeg([
      exifSegment(
        makeTiff(
          [textEntry(0x0110, 'P2')],
          [fractionEntry(0x829a, open), fractionEntry(0x920a, [50, 0]), fractionEntry(0xa404, open), shortEntry(0x8827, 100)],
          [
            letters(1, ''),
            fractionEntry(2, open, open, open),
            letters(3, ''),
            fractionEntry(4, open, open, open),
            fractionEntry(6, open),
            fractionEntry(7, open, open, open),
            fractionEntry(24, open),
          ],
        ),
      ),
    ]),
  )
  assert.deepEqual([result.latitude, result.longitude, result.altitudeM], [undefined, undefined, undefined])
  assert.deepEqual(result.reveals, ['with what device'])
  assert.equal(result.exposure, 'ISO 100')
  for (const tag of [
    'GPSLatitude',
    'GPSLongitude',
    'GPSAltitude',
    'GPSTimeStamp',
    'GPSDestBearing',
    'FocalLength',
    'DigitalZoomRatio',
  ])
    assert.equal(facts.find((fact) => fact.tag === tag)?.value, '–', tag)
  assert.doesNotMatch(result.text, /NaN|Infinity/)
})

test('in Chinese every word is Chinese', async () => {
  const { facts, reveals, ai } = await look(makeJpeg([exifSegment(TIFF), xmpSegment(XMP)]), { lang: 'zh' })
  assert.ok(facts.some(({ name, value }) => name === '方向' && value === '顺时针旋转 90°'))
  assert.deepEqual(reveals.slice(0, 2), ['拍摄地点', '拍摄时间'])
  assert.deepEqual(ai, ['由生成式模型制作（IPTC 数字来源类型）'])
})

const SOURCES: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['JPEG', makeJpeg([exifSegment(TIFF), xmpSegment(XMP)])],
  [
    'PNG',
    makePng([
      ['eXIf', TIFF],
      ['iTXt', ascii(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)],
    ]),
  ],
  [
    'WebP',
    makeWebp(
      [
        ['EXIF', TIFF],
        ['XMP ', ascii(XMP)],
      ],
      0x0c,
    ),
  ],
  ['HEIC', makeHeic(TIFF, XMP)],
]
for (const [format, bytes] of SOURCES) {
  test(`${format}: EXIF and XMP are read, and nothing but the turn is left when they are removed`, async () => {
    const before = await look(bytes)
    assert.equal(before.format, format)
    assert.equal(before.latitude, -33.8569)
    assert.ok(before.facts.some(({ tag, value }) => tag === 'dc:subject' && value === 'a; b'))
    assert.equal(before.ai.length, 1)
    const { again, removed } = await lookAgain(bytes)
    assert.equal(removed?.length, 2)
    const turn = format === 'HEIC' ? [] : [['Orientation', 'Turned 90° clockwise']]
    assert.deepEqual(
      again.facts.map(({ tag, value }) => [tag, value]),
      turn,
    )
    assert.deepEqual([again.reveals, again.ai, again.notes], [[], [], []])
    assert.deepEqual([again.width, again.height], [before.width, before.height])
    const { again: bare } = await lookAgain(bytes, { keepOrientation: false })
    assert.deepEqual(bare.facts, [])
  })
}

test('what the picture is made of stays to the byte', async () => {
  const plain = makeJpeg()
  const { clean } = await lookAgain(makeJpeg([exifSegment(TIFF), [0xfe, ascii('secret')]], ascii('appended')), {
    keepOrientation: false,
  })
  assert.deepEqual(clean, plain)
  const { clean: png } = await lookAgain(
    makePng([pngText('Author', 'Ann'), ['tIME', Uint8Array.of(7, 0xe8, 5, 1, 12, 0, 0)]], ascii('appended')),
  )
  assert.deepEqual(png, makePng())
  assert.equal((await readPng(png)).data[0], 255)
  const gif = makeGif('made by hand')
  const { clean: gifClean } = await lookAgain(gif)
  assert.equal(gifClean.length, gif.length - 16)
  assert.ok(new TextDecoder('latin1').decode(gifClean).includes('NETSCAPE2.0'), 'it goes on moving')
})

test('in HEIC everything keeps its place', async () => {
  const bytes = makeHeic(TIFF, XMP)
  const { clean } = await lookAgain(bytes)
  assert.equal(clean.length, bytes.length)
  assert.equal(clean.at(-1 - XMP.length - TIFF.length - 4), 0xaa, 'the picture itself')
  assert.equal(new TextDecoder('latin1').decode(clean).includes('Canon'), false)
})

test('the size of a HEIC is that of its main picture', async () => {
  const { width, height } = await look(makeHeic(TIFF, XMP))
  assert.deepEqual([width, height], [4032, 3024])
})

test('the colour profile is named, and stays unless asked', async () => {
  const icc = joinBytes([ascii('ICC_PROFILE\0'), Uint8Array.of(1, 1), PROFILE])
  for (const bytes of [
    makeJpeg([[0xe2, icc]]),
    makePng([['iCCP', joinBytes([ascii('p\0\0'), deflateSync(PROFILE)])]]),
    makeWebp([['ICCP', PROFILE]], 0x20),
  ]) {
    const { profile } = await look(bytes)
    assert.equal(profile, 'P3 (RGB, ICC 4.4)')
    assert.equal((await lookAgain(bytes)).again.profile, profile)
    const { again, removed } = await lookAgain(bytes, { keepProfile: false })
    assert.equal(again.profile, undefined)
    assert.equal(removed?.length, 1)
  }
})

test('IPTC is read within Photoshop’s resources', async () => {
  const field = (dataset: number, value: string) =>
    joinBytes([Uint8Array.of(0x1c, 2, dataset, 0, ascii(value).length), ascii(value)])
  const dates = [field(55, '20020620'), field(60, '021111+0100'), field(62, '20020000'), field(63, 'noon')]
  const iptc = joinBytes([field(25, 'k1'), field(25, '关键'), ...dates, field(90, '北京')])
  const body = joinBytes([ascii('Photoshop 3.0\0'), ascii('8BIM'), Uint8Array.of(4, 4, 0, 0, 0, 0, 0, iptc.length), iptc])
  const { facts, reveals } = await look(makeJpeg([[0xed, body]]))
  assert.deepEqual(
    facts.map(({ tag, value }) => [tag, value]),
    [
      ['Keywords', 'k1; 关键'],
      ['DateCreated', '2002-06-20'],
      ['TimeCreated', '02:11:11+01:00'],
      ['DigitalCreationDate', '2002-00-00'],
      ['DigitalCreationTime', 'noon'],
      ['City', '北京'],
    ],
  )
  assert.deepEqual(reveals, ['where it was taken', 'when'])
})

test('texts of a PNG are unpacked, and raw profiles of ImageMagick read', async () => {
  const hex = Buffer.from(joinBytes([ascii('Exif\0\0'), TIFF]))
    .toString('hex')
    .replaceAll(/.{72}/g, '$&\n')
  const { facts, camera } = await look(
    makePng([
      ['zTXt', joinBytes([ascii('Description\0\0'), deflateSync(ascii('一张图'))])],
      pngText('Raw profile type exif', `\nexif\n    ${TIFF.length + 6}\n${hex}\n`),
    ]),
  )
  assert.ok(facts.some(({ tag, value }) => tag === 'Description' && value === '一张图'))
  assert.equal(camera, 'Canon EOS R5')
})

const MARKS: readonly (readonly [string, Uint8Array<ArrayBuffer>, string])[] = [
  ['A1111', makePng([pngText('parameters', 'fox\nSteps: 20, Sampler: Euler')]), 'parameters of Stable Diffusion'],
  ['ComfyUI', makePng([pngText('prompt', '{"3": {"class_type": "KSampler"}}')]), 'data of ComfyUI'],
  ['NovelAI', makePng([pngText('Software', 'NovelAI')]), '“NovelAI” is named in Software'],
  [
    'the Chinese label',
    makePng([pngText('AIGC', '{"Label":"1","ContentProducer":"x"}')]),
    'label of AI content (GB 45438): made by AI',
  ],
  [
    'the Chinese label in EXIF',
    makeJpeg([exifSegment(makeTiff([], [[0x9286, 7, 36, ascii('ASCII\0\0\0{"AIGC":{"Label":"2","x":"y"}}   ')]]))]),
    'label of AI content (GB 45438): perhaps made by AI',
  ],
  [
    'Content Credentials',
    makePng([
      [
        'caBX',
        ascii(
          '....jumbc2pa.\x6fclaim_generator\x66Camera http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia.',
        ),
      ],
    ]),
    'Content Credentials: made by a generative model',
  ],
]
for (const [name, bytes, mark] of MARKS)
  test(`a sign of AI: ${name}`, async () => {
    assert.deepEqual((await look(bytes)).ai, [mark])
    assert.deepEqual((await lookAgain(bytes)).again.ai, [])
  })

test('a photo from a camera has no sign of AI', async () => {
  assert.deepEqual((await look(makeJpeg([exifSegment(TIFF)]))).ai, [])
})

test('Base64 and data: URLs are read as files are', async () => {
  const base64 = Buffer.from(makeJpeg([exifSegment(TIFF)])).toString('base64')
  for (const text of [base64, `data:image/jpeg;base64,${base64}`]) {
    const { camera } = (await answerTool(tool, { base64: text }, host)) as Answer
    assert.equal(camera, 'Canon EOS R5')
  }
})

test('the copy has the name of the file', async () => {
  const { file } = await look(makeJpeg(), { clean: true }, '海边.jpeg')
  assert.equal((file as File).name, '海边-clean.jpeg')
  assert.equal(file?.type, 'image/jpeg')
})

test('a TIFF is read, and says that it is not cleaned', async () => {
  const { file, notes, camera } = await look(TIFF, { clean: true })
  assert.deepEqual([file, notes, camera], [undefined, ['A TIFF is only read, not cleaned.'], 'Canon EOS R5'])
})

test('what is no picture is refused with what it is', async () => {
  const refuses = (bytes: Uint8Array<ArrayBuffer>, name: string, reason: RegExp) =>
    assert.rejects(
      look(bytes, {}, name),
      (error) => isAppError(error) && error.key === 'unsupported_value' && reason.test(JSON.stringify(error.details)),
    )
  await refuses(ascii('%PDF-1.7'), 'a.pdf', /application\/pdf/)
  await refuses(ascii('hello'), 'a.txt', /none of JPEG/)
  await refuses(new Uint8Array(), 'empty', /none of JPEG/)
})

/** Files that ask for far more work than their size. Counted by what they give, not by time. */
test('many entries that name the same bytes, loops and endless counts end soon', async () => {
  const many = new Uint8Array(60_000)
  const view = new DataView(many.buffer)
  many.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8])
  view.setUint16(8, 4000)
  for (let i = 0; i < 4000; i++) {
    view.setUint16(10 + i * 12, 0x10e)
    view.setUint16(12 + i * 12, 2)
    view.setUint32(14 + i * 12, 50_000)
    view.setUint32(18 + i * 12, 9000)
  }
  const { facts, more = 0 } = await look(many)
  assert.ok(facts.length + more <= 1_000, `${facts.length} + ${more}`)
  const loop = makeTiff([[0x8769, 4, 1, 8], [0x8825, 4, 1, 8], textEntry(0x010f, 'x')])
  assert.equal((await look(makeJpeg([exifSegment(loop)]))).camera, 'x')
  const huge = makeTiff([[0x010f, 4, 0x3fff_ffff, 100], textEntry(0x0110, 'y')])
  const { camera, notes } = await look(makeJpeg([exifSegment(huge)]))
  assert.equal(camera, 'y')
  assert.equal(notes.length, 1)
})

test('a packed text that grows without end is cut', async () => {
  const bomb = deflateSync(Buffer.alloc(20_000_000, 'a'))
  const { facts } = await look(
    makePng(Array.from({ length: 20 }, () => ['zTXt', joinBytes([ascii('Comment\0\0'), bomb])] as const)),
  )
  assert.equal(facts.length, 20)
  assert.ok(facts.every(({ value }) => value.length <= 4_001))
})

test('any damage is read or refused with a known error, and never makes a copy that cannot be read', async () => {
  const files = [...SOURCES.map(([, bytes]) => bytes), makeGif('x'), TIFF]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), { maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (file, edits, kept) => {
        const bytes = file.slice(0, Math.ceil(file.length * (kept < 0.5 ? 1 : kept)))
        for (const { at, value } of edits) bytes[at % bytes.length] = value
        try {
          const { file: clean, format } = await look(bytes, { clean: true })
          if (!clean) return
          assert.ok(clean.size <= bytes.length + 64)
          assert.equal((await look(await readBlob(clean))).format, format)
        } catch (error) {
          if (!isAppError(error)) throw error
          assert.ok(['unsupported_value', 'too_large'].includes(error.key), error.key)
        }
      },
    ),
    { numRuns: 400 },
  )
})
