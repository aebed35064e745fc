/** Sides of the cell that each character is drawn in. */
export const CELL = { width: 10, height: 20 } as const

/** Rectangles of block elements in a cell: left, top, width, height. */
const BLOCKS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  '█': [0, 0, 10, 20],
  '▀': [0, 0, 10, 10],
  '▄': [0, 10, 10, 10],
}

/** Double lines in a cell: from, by way of, to. */
const LINES: Readonly<Record<string, string>> = {
  '═': 'm0 8h10m-10 4h10',
  '║': 'm3 0v20m4 -20v20',
  '╗': 'm0 8h7v12m-7 -8h3v8',
  '╝': 'm0 12h7v-12m-7 8h3v-8',
  '╚': 'm10 12h-7v-12m7 8h-3v-8',
  '╔': 'm10 8h-7v12m7 -8h-3v8',
}

/** Places of the dots of a braille pattern, by bit (Unicode, block U+2800). */
const DOTS = [
  [1, 1],
  [1, 6],
  [1, 11],
  [6, 1],
  [6, 6],
  [6, 11],
  [1, 16],
  [6, 16],
] as const
const DOT = 3.5

export type BannerPaths = {
  readonly columns: number
  readonly rows: number
  /** What is filled, and what is drawn as lines. */
  readonly filled: string
  readonly lines: string
  /** Characters of ASCII between them, with their cells. */
  readonly letters: readonly { readonly char: string; readonly x: number; readonly y: number }[]
}

/**
 * A banner as shapes: fonts draw blocks, lines and braille in widths of their own, so that rows would not meet. Characters that it
 * has no shape for are letters.
 */
export function toBannerPaths(text: string): BannerPaths {
  const rows = text.split('\n').map((row) => Array.from(row))
  let [filled, lines] = ['', '']
  const letters: { char: string; x: number; y: number }[] = []
  for (const [down, row] of rows.entries())
    for (const [right, char] of row.entries()) {
      const [x, y] = [right * CELL.width, down * CELL.height]
      const block = BLOCKS[char]
      if (block) filled += toRectangle(x + block[0], y + block[1], block[2], block[3])
      else if (LINES[char]) lines += `M${x} ${y}${LINES[char]}`
      else if (char >= '\u2800' && char <= '\u28ff')
        for (const [bit, [left, top]] of DOTS.entries())
          filled += (char.charCodeAt(0) >> bit) & 1 ? toRectangle(x + left, y + top, DOT, DOT) : ''
      else if (char !== ' ') letters.push({ char, x, y })
    }
  return { columns: Math.max(1, ...rows.map(({ length }) => length)), rows: rows.length, filled, lines, letters }
}

const toRectangle = (x: number, y: number, width: number, height: number): string => `M${x} ${y}h${width}v${height}h${-width}z`
