import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { geoEquirectangular, geoPath, type GeoPermissibleObjects } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Coasts } from '../app/ip/map-detail.ts'

/** Hundredths of a degree, about a kilometre. */
const UNITS_PER_DEGREE = 100

type Line = readonly (readonly [x: number, y: number])[]

/** Coasts and borders in detail, from Natural Earth 1:50 m (public domain). Made while building: a phone would need a quarter of a second. */
export async function readCoasts(): Promise<Coasts> {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const topology: Topology<{ land: GeometryCollection; countries: GeometryCollection }> = JSON.parse(await readFile(file, 'utf8'))
  const land = toLines(feature(topology, topology.objects.land))
  const borders = toLines(mesh(topology, topology.objects.countries, (a, b) => a !== b))
  return { land: land.map((ring) => `${toPath(ring)}z`).join(''), borders: borders.map(toPath).join('') }
}

/** Lines and rings on the map, x 0…360 and y 0…180, cut where they cross 180°. */
function toLines(shape: GeoPermissibleObjects): Line[] {
  const lines: [x: number, y: number][][] = []
  const projection = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([180, 90])
    .precision(0)
  const nothing = () => undefined
  geoPath(projection, {
    beginPath: nothing,
    closePath: nothing,
    arc: nothing,
    moveTo: (x, y) => lines.push([[x, y]]),
    lineTo: (x, y) => lines.at(-1)?.push([x, y]),
  })(shape)
  return lines.filter((line) => line.length > 1)
}

/** Each point as its distance from the one before, which is half as long as its place. */
export function toPath(line: Line): string {
  let [lastX, lastY] = [0, 0]
  const steps = line.map((point) => {
    const [x, y] = [Math.round(point[0] * UNITS_PER_DEGREE), Math.round(point[1] * UNITS_PER_DEGREE)]
    const step = `${(x - lastX) / UNITS_PER_DEGREE} ${(y - lastY) / UNITS_PER_DEGREE}`
    ;[lastX, lastY] = [x, y]
    return step
  })
  // Where a line starts is given from the origin.
  return `M${steps[0]}l${steps.slice(1).join(' ')}`
}
