import type { Pixels } from '../png.ts'

/** The modules of a code: a square of dark (true) and light. */
export type Matrix = { readonly size: number; isDark(x: number, y: number): boolean }
export type Drawing = { readonly margin: number; readonly dark: string; readonly light: string }

/** An SVG whose dark modules are one path, a run of modules per step. */
export function drawSvg(matrix: Matrix, { margin, dark, light }: Drawing): string {
  const side = matrix.size + 2 * margin
  let path = ''
  for (let y = 0; y < matrix.size; y++)
    for (let x = 0; x < matrix.size; x++) {
      if (!matrix.isDark(x, y)) continue
      let end = x
      while (end < matrix.size && matrix.isDark(end, y)) end++
      path += `M${x + margin} ${y + margin}h${end - x}v1h${x - end}z`
      x = end
    }
  const back = light === 'none' ? '' : `<path fill="${light}" d="M0 0h${side}v${side}H0z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">${back}<path fill="${dark}" d="${path}"/></svg>`
}

/** Pixels of a code, each module a square of so many pixels. */
export function drawPixels(matrix: Matrix, { margin, dark, light }: Drawing, scale: number): Pixels {
  const side = (matrix.size + 2 * margin) * scale
  const [ink, paper] = [toPixel(dark), toPixel(light)]
  const pixels = new Uint32Array(side * side).fill(paper)
  for (let row = 0; row < matrix.size; row++) {
    const top = (row + margin) * scale * side
    for (let column = 0; column < matrix.size; column++) {
      const left = top + (column + margin) * scale
      if (matrix.isDark(column, row)) pixels.fill(ink, left, left + scale)
    }
    for (let line = 1; line < scale; line++) pixels.copyWithin(top + line * side, top, top + side)
  }
  return { width: side, height: side, data: new Uint8ClampedArray(pixels.buffer) }
}

/** Modules as text, two rows per line, for terminals. */
export function drawText(matrix: Matrix, margin: number): string {
  const lines: string[] = []
  const at = (x: number, y: number) => x >= 0 && y >= 0 && x < matrix.size && y < matrix.size && matrix.isDark(x, y)
  for (let y = -margin; y < matrix.size + margin; y += 2) {
    let line = ''
    for (let x = -margin; x < matrix.size + margin; x++) line += ['█', '▄', '▀', ' '][(at(x, y) ? 1 : 0) + (at(x, y + 1) ? 2 : 0)]
    lines.push(line)
  }
  return lines.join('\n')
}

/** Four bytes in the machine's own order, as one number. */
function toPixel(colour: string): number {
  if (colour === 'none') return new Uint32Array(Uint8Array.of(255, 255, 255, 0).buffer)[0]!
  const digits = colour.slice(1)
  const value = Number.parseInt(digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits, 16)
  return new Uint32Array(Uint8Array.of((value >> 16) & 255, (value >> 8) & 255, value & 255, 255).buffer)[0]!
}
