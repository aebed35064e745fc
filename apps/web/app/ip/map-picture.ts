import { saveFile } from '../tool/result-actions.tsx'

const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'vector-effect',
  'font-family',
  'font-weight',
  'text-anchor',
  'stop-color',
  'stop-opacity',
] as const
/** Pixels of the picture for one of the screen. */
const SCALE = 2
const CREDIT_PX = 12

/** A map on the page as an SVG file that needs no style sheet, with the credit its data ask for. */
function toSvgText(map: SVGSVGElement, credit: string): { text: string; width: number; height: number } {
  const { width, height } = map.getBoundingClientRect()
  const copy = map.cloneNode(true) as SVGSVGElement
  const originals = map.querySelectorAll('*')
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  const [x = 0, y = 0, w = 360, h = 180] = (map.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const unit = Math.min(w / width, h / height)
  const ground = Object.assign(document.createElementNS(copy.namespaceURI, 'rect'), {})
  // a map that is shown whole leaves room at its sides
  for (const [name, value] of Object.entries({
    x: x - w,
    y: y - h,
    width: 3 * w,
    height: 3 * h,
    fill: getComputedStyle(map).getPropertyValue('--sunken'),
  }))
    ground.setAttribute(name, String(value))
  copy.prepend(ground)
  const line = document.createElementNS(copy.namespaceURI, 'text')
  line.textContent = credit
  const place = { x: x + 8 * unit, y: y + h - 8 * unit, 'font-size': CREDIT_PX * unit, 'font-family': 'sans-serif' }
  for (const [name, value] of Object.entries({ ...place, fill: getComputedStyle(map).getPropertyValue('--text-2') }))
    line.setAttribute(name, String(value))
  copy.append(line)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(Math.round(width)))
  copy.setAttribute('height', String(Math.round(height)))
  return { text: new XMLSerializer().serializeToString(copy), width, height }
}

export function saveSvg(map: SVGSVGElement, credit: string): void {
  saveFile(new File([toSvgText(map, credit).text], 'ip-map.svg', { type: 'image/svg+xml' }))
}

/** Draws the map twice as large as on the screen. Throws when the browser cannot read its own SVG. */
export async function savePng(map: SVGSVGElement, credit: string, name = 'ip-map'): Promise<void> {
  const { text, width, height } = toSvgText(map, credit)
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const picture = new Image(width * SCALE, height * SCALE)
    picture.src = url
    await picture.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: width * SCALE, height: height * SCALE })
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const { promise, resolve } = Promise.withResolvers<Blob | null>()
    canvas.toBlob(resolve, 'image/png')
    const blob = await promise
    if (blob) saveFile(new File([blob], `${name}.png`, { type: 'image/png' }))
  } finally {
    URL.revokeObjectURL(url)
  }
}
