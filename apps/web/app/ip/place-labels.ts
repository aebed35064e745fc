import type { ViewBox } from './geometry.ts'
import type { TownRow } from './map-detail.ts'

/** What of the map is seen: its left upper corner in map units, pixels per unit, and pixels in all. */
export type Frame = {
  readonly x: number
  readonly y: number
  readonly pxPerX: number
  readonly pxPerY: number
  readonly width: number
  readonly height: number
}

/** In pixels from the frame's left upper corner. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

export type Label = { readonly name: string; readonly x: number; readonly y: number; readonly isLeft: boolean }

export type Size = { readonly width: number; readonly height: number }

export const LABEL_PX = 12
/** From the dot to its name. */
export const GAP_PX = 6
/** A town is named where the next larger one is at least so far away. */
const MIN_REACH_PX = 64
const MOST = 18
const PX_PER_LETTER = 6.6
/** Around a point that is shown, in pixels. */
const FREE_PX = 14

/**
 * The frame of a drawing that is as many pixels large and shows a view with degrees of longitude squeezed by a factor: all of
 * it, or as much as covers the frame (`preserveAspectRatio`).
 */
export function toFrame(view: ViewBox, { width, height }: Size, squeeze: number, isCovering: boolean): Frame {
  const [perX, perY] = [width / (view.width * squeeze), height / view.height]
  const scale = isCovering ? Math.max(perX, perY) : Math.min(perX, perY)
  return {
    x: view.x + (view.width - width / (scale * squeeze)) / 2,
    y: view.y + (view.height - height / scale) / 2,
    pxPerX: scale * squeeze,
    pxPerY: scale,
    width,
    height,
  }
}

/** The room that a point with these map units takes. */
export function toFreeBox(frame: Frame, x: number, y: number): Box {
  const [left, top] = [toPx(frame, x), (y - frame.y) * frame.pxPerY]
  return { left: left - FREE_PX, top: top - FREE_PX, right: left + FREE_PX, bottom: top + FREE_PX }
}

/** Names that fit into a frame without touching each other or what is to be kept free; `towns` in the order of their worth. */
export function placeLabels(towns: readonly TownRow[], frame: Frame, free: readonly Box[], lang: 'en' | 'zh'): Label[] {
  const taken = [...free]
  const labels: Label[] = []
  for (const [townX, townY, reach, latin, chinese] of towns) {
    if (labels.length === MOST || reach * frame.pxPerY < MIN_REACH_PX) break
    const [x, y] = [toPx(frame, townX), (townY - frame.y) * frame.pxPerY]
    if (x < 0 || x > frame.width || y < 0 || y > frame.height) continue
    const name = (lang === 'zh' && chinese) || latin
    const isLeft = [false, true].find((isLeft) => fits(toBox(name, x, y, isLeft), frame, taken))
    if (isLeft === undefined) continue
    taken.push(toBox(name, x, y, isLeft))
    labels.push({ name, x, y, isLeft })
  }
  return labels
}

/** Where a place is seen: also of a frame that reaches over 180°. */
function toPx({ x, pxPerX }: Frame, place: number): number {
  const right = (((place - x) % 360) + 360) % 360
  return right * pxPerX
}

function toBox(name: string, x: number, y: number, isLeft: boolean): Box {
  const width = [...name].reduce((sum, letter) => sum + (letter > '\u2fff' ? LABEL_PX : PX_PER_LETTER), GAP_PX)
  return {
    left: isLeft ? x - width : x - GAP_PX / 2,
    right: isLeft ? x + GAP_PX / 2 : x + width,
    top: y - LABEL_PX * 0.7,
    bottom: y + LABEL_PX * 0.7,
  }
}

const fits = (box: Box, { width, height }: Frame, taken: readonly Box[]): boolean =>
  box.left >= 2 &&
  box.right <= width - 2 &&
  box.top >= 0 &&
  box.bottom <= height &&
  taken.every((other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom)
