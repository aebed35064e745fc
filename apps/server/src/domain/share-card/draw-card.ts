import { Canvas, type Colour, type Outline } from './canvas.ts'
import { createPen, type Pen } from './pen.ts'
import { toPng } from './to-png.ts'

/** What a card says. */
export type CardWords = {
  readonly title: string
  readonly summary: string
  /** Small words at the foot: the group of a tool, the name of the site. */
  readonly foot: string
  readonly brand: string
  /** Its bytes are the pattern of dots. */
  readonly id: string
}

/** Size that Open Graph readers show whole. */
const [WIDTH, HEIGHT] = [1200, 630]
const MARGIN = 76
const TEXT_WIDTH = 730
/** Of the name of the product beside the mark; a longer one is set smaller. */
const NAME_WIDTH = 690
const GROUND: Colour = [11, 13, 18]
const WHITE: Colour = [255, 255, 255]
const PALE: Colour = [179, 188, 205]
const QUIET: Colour = [143, 153, 173]
const BRAND: Colour = [58, 92, 245]
const DIM: Colour = [35, 42, 62]

let pen: Promise<Pen> | undefined

/** Draws the picture that other sites show beside a link (Open Graph `og:image`), as PNG of 1200 × 630. */
export async function drawCard({ title, summary, foot, brand, id }: CardWords): Promise<Buffer> {
  const { measure, wrap, write } = await (pen ??= createPen())
  const canvas = new Canvas(WIDTH, HEIGHT, GROUND)
  drawLogo(canvas)
  const nameSize = Math.min(40, (40 * NAME_WIDTH) / measure(brand, { size: 40, weight: 'strong' }))
  await write(canvas, brand, { x: MARGIN + 74, baseline: 104 + nameSize * 0.35, size: nameSize, colour: WHITE, weight: 'strong' })
  drawBits(canvas, id)
  const size = wrap(title, { size: 78, weight: 'strong', width: TEXT_WIDTH, maxLines: 9 }).length > 2 ? 60 : 78
  let baseline = 258
  const titleLines = wrap(title, { size, weight: 'strong', width: TEXT_WIDTH, maxLines: 2 })
  for (const line of titleLines) {
    await write(canvas, line, { x: MARGIN, baseline, size, colour: WHITE, weight: 'strong' })
    baseline += size * 1.2
  }
  baseline += 2
  for (const line of wrap(summary, { size: 33, width: TEXT_WIDTH, maxLines: 4 - titleLines.length })) {
    await write(canvas, line, { x: MARGIN, baseline, size: 33, colour: PALE })
    baseline += 48
  }
  await write(canvas, foot, { x: MARGIN, baseline: HEIGHT - 66, size: 28, colour: QUIET })
  return toPng(canvas)
}

/** Eight bits in two rows, as on the site. */
function drawLogo(canvas: Canvas): void {
  canvas.paint([toRoundedSquare({ x: MARGIN, y: 76, size: 56, radius: 15 })], BRAND)
  for (const column of [0, 1, 2, 3])
    for (const row of [0, 1]) {
      const isLarge = (column === 0 || column === 3) === (row === 0)
      canvas.paint([toCircle(MARGIN + 12.7 + column * 10.2, 76 + 21.5 + row * 13, isLarge ? 4.1 : 2.4)], WHITE)
    }
}

/** The name's bytes, one row each, the highest bit first. */
function drawBits(canvas: Canvas, id: string): void {
  const bytes = [...Buffer.from(id)].slice(0, 12)
  const pitch = 34
  const top = HEIGHT / 2 - ((bytes.length - 1) * pitch) / 2
  bytes.forEach((byte, row) => {
    for (let bit = 0; bit < 8; bit++) {
      const isSet = ((byte >> (7 - bit)) & 1) === 1
      canvas.paint([toCircle(WIDTH - MARGIN - (7 - bit) * pitch - 10, top + row * pitch, isSet ? 11 : 5)], isSet ? BRAND : DIM)
    }
  })
}

const toCircle = (x: number, y: number, radius: number): Outline => toArc({ x, y, radius, from: 0, turns: 1 })

function toRoundedSquare({ x, y, size, radius }: { x: number; y: number; size: number; radius: number }): Outline {
  const corners = [
    [x + size - radius, y + size - radius],
    [x + radius, y + size - radius],
    [x + radius, y + radius],
    [x + size - radius, y + radius],
  ] as const
  return corners.flatMap(([x, y], index) => toArc({ x, y, radius, from: index / 4, turns: 1 / 4 }))
}

/** Points of a part of a circle; `from` and `turns` are shares of the whole turn. */
function toArc({ x, y, radius, from, turns }: { x: number; y: number; radius: number; from: number; turns: number }): number[] {
  const steps = Math.max(4, Math.ceil(48 * turns))
  return Array.from({ length: steps + 1 }, (_, step) => 2 * Math.PI * (from + (turns * step) / steps)).flatMap((angle) => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
  ])
}
