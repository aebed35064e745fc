import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { MapDetail } from '../app/ip/map-detail.ts'

/** Hundredths of a degree, about a kilometre. */
const UNITS_PER_DEGREE = 100

type Line = readonly (readonly number[])[]

/** Coasts and borders in detail, from Natural Earth 1:50 m (public domain). Made while building: a phone would need a quarter of a second. */
export async function readCoasts(): Promise<MapDetail> {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const topology: Topology<{ land: GeometryCollection; countries: GeometryCollection }> = JSON.parse(await readFile(file, 'utf8'))
  const rings = feature(topology, topology.objects.land).features.flatMap(({ geometry }): readonly Line[] => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat()
    return geometry.type === 'Polygon' ? geometry.coordinates : []
  })
  const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b).coordinates
  return { land: rings.map((ring) => `${toPath(ring)}z`).join(''), borders: borders.map(toPath).join('') }
}

/** Each point as its distance from the one before, which is half as long as its place. */
export function toPath(line: Line): string {
  let [lastX, lastY] = [0, 0]
  const steps = line.map(([longitude = 0, latitude = 0]) => {
    const [x, y] = [Math.round((longitude + 180) * UNITS_PER_DEGREE), Math.round((90 - latitude) * UNITS_PER_DEGREE)]
    const step = `${(x - lastX) / UNITS_PER_DEGREE} ${(y - lastY) / UNITS_PER_DEGREE}`
    ;[lastX, lastY] = [x, y]
    return step
  })
  // Where a line starts is given from the origin.
  return `M${steps[0]}l${steps.slice(1).join(' ')}`
}
