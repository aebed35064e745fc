/** Size of a drawing in its own units. */
export const WIDTH = 600
export const HEIGHT = 160
const STEPS = [1, 2, 5] as const

export type ChartPoint = { readonly x: number; readonly y: number | null }
export type Scale = { readonly x: (value: number) => number; readonly y: (value: number) => number }

/** Values to places in the drawing: `maxX` at its right edge, `top` at its upper one. */
export function toScale({ maxX, top }: { maxX: number; top: number }): Scale {
  return { x: (value) => (value / Math.max(1, maxX)) * WIDTH, y: (value) => HEIGHT - (value / top) * HEIGHT }
}

/** One line that is lifted over missing values. */
export function toLinePath(points: readonly ChartPoint[], { x, y }: Scale): string {
  let isDown = false
  return points
    .map((point) => {
      const word = point.y === null ? '' : `${isDown ? 'L' : 'M'}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`
      isDown = point.y !== null
      return word
    })
    .join('')
}

/** The next of 1, 2, 5 times a power of ten. */
export function toRoundTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}
