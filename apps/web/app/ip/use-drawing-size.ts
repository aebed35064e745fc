import { useEffect, useState, type RefObject } from 'react'
import type { ViewBox } from './geometry.ts'
import type { Size } from './place-labels.ts'

/** How large a drawing is, or the one that an element belongs to, in pixels; undefined before it is on the screen. */
export function useDrawingSize(element: RefObject<SVGElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const drawing = element.current?.ownerSVGElement ?? element.current
    if (!drawing) return undefined
    const observer = new ResizeObserver(() => {
      const { width, height } = drawing.getBoundingClientRect()
      if (width === 0 || height === 0) return // not on the screen any more
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }))
    })
    observer.observe(drawing)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** Units of a map that are one pixel on the screen, where it is shown whole; before its size is known, those of a wide screen. */
export function toPixel(view: ViewBox, size: Size | undefined): number {
  return size ? Math.max(view.width / size.width, view.height / size.height) : view.height / 400
}
