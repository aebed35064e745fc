import {
  azteccode,
  code128,
  code39,
  code93,
  datamatrix,
  drawingSVG,
  ean13,
  ean8,
  gs1_128,
  gs1datamatrix,
  interleaved2of5,
  isbn,
  itf14,
  microqrcode,
  pdf417,
  rationalizedCodabar,
  upca,
  upce,
} from 'bwip-js/generic'
import { SYMBOLOGIES, type Symbology, type SymbologyId } from './symbologies.ts'

/** By name, so that only these are in what a page loads, not the hundred others of the library. */
const ENCODERS: Readonly<Record<SymbologyId, typeof code128>> = {
  code128,
  ean13,
  ean8,
  upca,
  upce,
  isbn,
  code39,
  code93,
  itf: interleaved2of5,
  itf14,
  codabar: rationalizedCodabar,
  'gs1-128': gs1_128,
  datamatrix,
  gs1datamatrix,
  pdf417,
  aztec: azteccode,
  microqr: microqrcode,
}

export type Drawing = {
  readonly scale: number
  readonly margin: number
  readonly heightModules: number
  readonly hasText: boolean
}

/** A point, as which the library takes a module at scale 1, in millimetres: it wants heights in these. */
const POINT_MM = 25.4 / 72

/** The code as SVG, its modules so many pixels wide. Throws an Error of the library whose message follows a `#` and a number. */
export function drawCode(text: string, kind: SymbologyId, { scale, margin, heightModules, hasText }: Drawing): string {
  const { isLinear, hasPlaces, units = 1 }: Symbology = SYMBOLOGIES[kind]
  const bars = {
    height: heightModules * POINT_MM,
    includetext: hasText,
    ...(!hasPlaces && { textxalign: 'center' as const }),
    includecheck: kind === 'code93', // it has no code without
  }
  return ENCODERS[kind]({ bcid: kind, text, scale: scale / units, padding: margin * units, ...(isLinear && bars) }, drawingSVG())
}
