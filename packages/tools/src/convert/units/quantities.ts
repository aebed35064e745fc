import { AREA } from './quantities/area.ts'
import { DATA, FUEL } from './quantities/data-and-fuel.ts'
import { LENGTH } from './quantities/length.ts'
import { MASS } from './quantities/mass.ts'
import { ENERGY, FORCE, POWER, PRESSURE, SPEED, TORQUE } from './quantities/mechanics.ts'
import { TEMPERATURE } from './quantities/temperature.ts'
import { ANGLE, FREQUENCY, TIME } from './quantities/time-and-angle.ts'
import { VOLUME } from './quantities/volume.ts'

/** In the order in which a name that several of them have is understood. */
export const QUANTITIES = [
  LENGTH,
  MASS,
  TEMPERATURE,
  AREA,
  VOLUME,
  SPEED,
  TIME,
  DATA,
  ENERGY,
  POWER,
  PRESSURE,
  FORCE,
  TORQUE,
  FREQUENCY,
  ANGLE,
  FUEL,
] as const
